package io.godwit.db;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the rows live.
 *
 * @param url {@code postgresql://user:password@host:port/name}; empty runs the embedded server
 * @param dataDir where the embedded server keeps its rows, and the node its journal, keys and caught mail
 * @param workerConnections of the background workers' pool
 * @param requestConnections of the pool that serves requests
 */
public record DatabaseSettings(Optional<String> url, Path dataDir, int workerConnections, int requestConnections) {

    /** For whoever has shown no key and no session: a quarter of those for requests, and beside them. */
    int anonymousConnections() {
        return Math.max(2, requestConnections / 4);
    }

    /** Whether both drivers understand it. */
    public static boolean isUrl(String text) {
        try {
            DatabaseUrl.parse(text);
            return true;
        } catch (IllegalArgumentException wrong) {
            return false;
        }
    }
}
