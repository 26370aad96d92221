package io.godwit.sending.queue;

/**
 * Tells how much of the emails under way may be of one kind, so that a few hanging mail servers cannot take all connections.
 *
 * @param domainShare per cent for one recipient domain
 * @param projectShare per cent for one project
 */
public record ConcurrencySettings(int domainShare, int projectShare) {}
