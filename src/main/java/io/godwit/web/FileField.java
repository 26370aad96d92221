package io.godwit.web;

/**
 * The file field of a route that takes a multipart body with one file.
 *
 * @param name of the form's field
 * @param maxBytes of the file; more is a 413
 */
public record FileField(String name, long maxBytes) {}
