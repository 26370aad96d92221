package io.godwit.web;

import io.godwit.core.SettingsReader;
import java.util.List;

/**
 * The settings of the limit on connections of one client.
 *
 * @param perClient at once from one address, or from the first 64 bits of an IPv6 one; of a client behind a trusted proxy,
 *     its requests under way; 0 = any number
 * @param exempt addresses or CIDR ranges that are not counted, besides the trusted proxies
 */
public record ConnectionSettings(int perClient, List<String> exempt) {

    /** No limit. */
    public static final ConnectionSettings UNLIMITED = new ConnectionSettings(0, List.of());

    public ConnectionSettings {
        exempt = HttpSettings.ranges(exempt);
    }

    static ConnectionSettings read(SettingsReader reader) {
        var exempt = reader.list("http.connections.exempt");
        return new ConnectionSettings(
                reader.number("http.connections.per-client", 0, Integer.MAX_VALUE),
                reader.checked(
                        "http.connections.exempt",
                        "addresses or ranges such as 10.0.0.0/8",
                        () -> HttpSettings.ranges(exempt),
                        List.of()));
    }
}
