package io.godwit.sending.queue;

/**
 * The settings that bound the share of one domain or project among the emails in flight, so that a few hanging mail servers
 * cannot take all connections.
 *
 * @param domainShare per cent for one recipient domain
 * @param projectShare per cent for one project
 */
public record ConcurrencySettings(int domainShare, int projectShare) {}
