package io.godwit.db;

import io.godwit.core.SettingsReader;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Settings of the database and of the data directory.
 *
 * @param url {@code postgresql://user:password@host:port/name}; empty runs the embedded server
 * @param dataDir directory of the embedded server's rows, and of the node's journal, keys and caught messages
 * @param workerConnections of the background workers' pool
 * @param requestConnections of the pool that serves requests
 */
public record DatabaseSettings(Optional<String> url, Path dataDir, int workerConnections, int requestConnections) {

    /** Connections for requests without a key or a session: a quarter of those for requests, in addition to them. */
    int anonymousConnections() {
        return Math.max(2, requestConnections / 4);
    }

    /** Connections for lists that are planned once: a quarter of those for requests, in addition to them. */
    int listConnections() {
        return Math.max(2, requestConnections / 4);
    }

    /** True when both drivers understand the URL. */
    public static boolean isUrl(String text) {
        try {
            DatabaseUrl.parse(text);
            return true;
        } catch (IllegalArgumentException wrong) {
            return false;
        }
    }

    public static DatabaseSettings read(SettingsReader reader) {
        var url = reader.optional("database.url");
        if (url.isPresent() && !isUrl(url.get())) {
            reader.mistake("database.url", "of the form postgresql://user:password@host:port/name");
        }
        return new DatabaseSettings(
                url,
                reader.path("data.dir"),
                reader.number("database.workers", 2, 200),
                reader.number("database.requests", 2, 200));
    }
}
