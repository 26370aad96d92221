package io.godwit.web.lists;

/** The number of rows a call deleted. */
public record DeletedCountResponse(long deleted) {}
