package io.godwit.db;

import java.time.Duration;
import java.util.Optional;

/**
 * The state of a PostgreSQL as somebody sees it who only looks.
 *
 * @param place host and port
 * @param version of the server, as it writes it
 * @param migration the number of the newest one that was applied; 0 in an empty database
 * @param readOnly true for a standby and for a database that takes no writes
 * @param mayMigrate whether the user may make tables
 * @param rights the sentence that says how to give the user that right
 * @param clockAhead the time by which the server's clock is ahead of this machine's; negative when it is behind
 * @param keyFingerprint of the keys that the data was written with, in hex digits; empty in a database no node has used
 */
public record DatabaseState(
        String place,
        String version,
        int migration,
        boolean readOnly,
        boolean mayMigrate,
        String rights,
        Duration clockAhead,
        Optional<String> keyFingerprint) {}
