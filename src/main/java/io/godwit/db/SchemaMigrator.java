package io.godwit.db;

import io.godwit.core.StartupException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/** Brings the schema up to this jar's version. Blocks; runs before any verticle, and one node at a time (Flyway's lock). */
final class SchemaMigrator {

    /** A migration that waits for a table's lock blocks all later statements, so the lock is given up soon and tried again. */
    private static final String BRIEF_LOCKS = "-c lock_timeout=2s";

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private static final String NO_RIGHT = "42501";

    private static final int TRIES = 15;

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private SchemaMigrator() {}

    static void run(DatabaseUrl url) {
        var own = MigrationFiles.ofClassPath();
        SchemaVersionCheck.check(url, own.range());
        if (!isUpToDate(own, url)) {
            migrate(flyway(url).load(), url);
        }
    }

    /**
     * Returns whether the migrations of this jar, as they stand in it, and no others have been carried out, and none has failed.
     * Then there is nothing to do, and a start need not load Flyway.
     */
    private static boolean isUpToDate(MigrationFiles own, DatabaseUrl url) {
        return SchemaHistoryStore.nameToChecksum(url)
                .filter(own.nameToChecksum()::equals)
                .isPresent();
    }

    private static void migrate(Flyway flyway, DatabaseUrl url) {
        for (var tries = 1; !migrate(flyway, url, tries == TRIES); tries++) {
            pause();
        }
    }

    /**
     * Makes the schema of an earlier version in an empty database, for a restore; its first migration makes the mark of an
     * unfinished restore, too, so that there is no moment at which the schema is there without it.
     */
    static void runTo(DatabaseUrl url, int version) {
        flyway(url)
                .target(Integer.toString(version))
                .callbacks(new RestoreMarker.Creation())
                .load()
                .migrate();
    }

    /** Brings the schema of a restore, which still has the mark, up to this jar's version. */
    static void finish(DatabaseUrl url) {
        migrate(flyway(url).load(), url);
    }

    private static FluentConfiguration flyway(DatabaseUrl url) {
        return Flyway.configure()
                .dataSource(briefly(url), url.options().getUser(), url.options().getPassword())
                .locations("classpath:db/migration");
    }

    /** Migrates the schema; returns false when a table was in use and another try is left. */
    private static boolean migrate(Flyway flyway, DatabaseUrl url, boolean last) {
        try {
            flyway.migrate();
            return true;
        } catch (FlywayException failed) {
            if (states(failed).contains(NO_RIGHT)) {
                throw new StartupException(rights(url));
            }
            if (last || !states(failed).contains(LOCK_NOT_AVAILABLE)) {
                throw new IllegalStateException(
                        "The database could not be brought up to this version: " + failed.getMessage(), failed);
            }
            return false;
        }
    }

    private static Set<String> states(Throwable failed) {
        var states = new HashSet<String>();
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException refused) {
                states.add(String.valueOf(refused.getSQLState()));
            }
        }
        return states;
    }

    /** The sentence for a user who may not make tables. */
    static String rights(DatabaseUrl url) {
        var user = url.options().getUser();
        return "The user " + user + " may not make tables in the database "
                + url.options().getDatabase() + ": as its owner, run GRANT CREATE, USAGE ON SCHEMA public TO \"" + user
                + "\", or correct GODWIT_DATABASE_URL";
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
