package io.godwit.sending.queue;

import io.godwit.core.SettingsReader;

/**
 * The settings that bound the share of one domain or project among the emails in flight, so that a few hanging mail servers
 * cannot take all connections.
 *
 * @param domainShare per cent for one recipient domain
 * @param projectShare per cent for one project
 */
public record ConcurrencySettings(int domainShare, int projectShare) {

    static ConcurrencySettings read(SettingsReader reader) {
        return new ConcurrencySettings(
                reader.number("sending.share.domain", 10, 99), reader.number("sending.share.project", 10, 99));
    }
}
