package io.godwit.db;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Brings the schema up to this jar's version. Blocks; runs before any verticle, and one node at a time (Flyway's lock). */
final class Migrations {

    /** What waits for a table's lock blocks all who come after it, so other nodes at work are asked again instead. */
    private static final String BRIEF_LOCKS = "-c lock_timeout=2s";

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private static final int TRIES = 15;

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private Migrations() {}

    static void run(DatabaseUrl url) {
        var flyway = Flyway.configure()
                .dataSource(briefly(url), url.options().getUser(), url.options().getPassword())
                .locations("classpath:db/migration")
                .load();
        for (var tries = 1; !migrate(flyway, tries == TRIES); tries++) {
            pause();
        }
    }

    /** False when a table was in use and there is another try. */
    private static boolean migrate(Flyway flyway, boolean last) {
        try {
            flyway.migrate();
            return true;
        } catch (FlywayException failed) {
            if (last || !isLocked(failed)) {
                throw new IllegalStateException(
                        "The database could not be brought up to this version: " + failed.getMessage(), failed);
            }
            return false;
        }
    }

    private static boolean isLocked(Throwable failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException refused && LOCK_NOT_AVAILABLE.equals(refused.getSQLState())) {
                return true;
            }
        }
        return false;
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The start was cut short", interrupted);
        }
    }

    private static String briefly(DatabaseUrl url) {
        return url.jdbcWithProperties() + "&options=" + URLEncoder.encode(BRIEF_LOCKS, StandardCharsets.UTF_8);
    }
}
