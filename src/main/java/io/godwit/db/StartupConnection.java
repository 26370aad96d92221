package io.godwit.db;

import io.godwit.core.StartupException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the first connection to PostgreSQL: waits while the server starts up, and reports errors in words an operator can act
 * on.
 */
final class StartupConnection {

    private static final int OLDEST = 15;

    private static final int NEWEST = 18;

    private static final Duration PAUSE = Duration.ofMillis(50);

    private static final Logger LOG = LoggerFactory.getLogger(StartupConnection.class);

    private static final Duration REPORT_INTERVAL = Duration.ofSeconds(3);

    private final DatabaseUrl url;
    private final long deadline;
    private final BooleanSupplier mayStart;
    private long reportedAt = System.nanoTime();

    private StartupConnection(DatabaseUrl url, Duration timeout, BooleanSupplier mayStart) {
        this.url = url;
        this.deadline = System.nanoTime() + timeout.toNanos();
        this.mayStart = mayStart;
    }

    /**
     * Blocks until the database takes connections, at most for {@code timeout} and as long as {@code mayStart} is true; refuses an
     * unsupported version.
     */
    static void await(DatabaseUrl url, Duration timeout, BooleanSupplier mayStart) {
        new StartupConnection(url, timeout, mayStart).await();
    }

    private void await() {
        try (var connection = connect()) {
            checkVersion(connection.getMetaData().getDatabaseMajorVersion());
        } catch (SQLException failed) {
            throw new StartupException(sentence(failed));
        }
    }

    private Connection connect() throws SQLException {
        while (true) {
            try {
                return DriverManager.getConnection(url.jdbc(), url.properties());
            } catch (SQLException failed) {
                if (!mayPass(failed) || System.nanoTime() > deadline || !mayStart.getAsBoolean()) {
                    throw failed;
                }
                logWaiting(failed);
                pause(failed);
            }
        }
    }

    /** Logs first after some seconds, because a starting server is soon available; then every few seconds. */
    private void logWaiting(SQLException failed) {
        if (System.nanoTime() - reportedAt > REPORT_INTERVAL.toNanos()) {
            reportedAt = System.nanoTime();
            LOG.atInfo()
                    .addKeyValue(
                            "server",
                            url.options().getHost() + ":" + url.options().getPort())
                    .addKeyValue("reason", failed.getMessage())
                    .addKeyValue(
                            "secondsLeft",
                            Duration.ofNanos(deadline - System.nanoTime()).toSeconds())
                    .log("Waiting for PostgreSQL");
        }
    }

    /**
     * Tells whether the next try may succeed: the server is not reachable (class 08), starting up or shutting down (57P03), or full
     * (53300).
     */
    private static boolean mayPass(SQLException failed) {
        var state = String.valueOf(failed.getSQLState());
        return state.startsWith("08") || state.equals("57P03") || state.equals("53300");
    }

    private static void pause(SQLException failed) throws SQLException {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw failed;
        }
    }

    static void checkVersion(int version) {
        if (version < OLDEST || version > NEWEST) {
            throw new StartupException("The database is PostgreSQL " + version + ", and Godwit works with " + OLDEST
                    + " to " + NEWEST + ": name another one with GODWIT_DATABASE_URL");
        }
    }

    private String sentence(SQLException failed) {
        var options = url.options();
        var place = options.getHost() + ":" + options.getPort();
        return switch (String.valueOf(failed.getSQLState())) {
            case "28P01", "28000" ->
                "PostgreSQL at " + place + " refuses the user " + options.getUser()
                        + " or its password: correct GODWIT_DATABASE_URL";
            case "3D000" ->
                "PostgreSQL at " + place + " has no database " + options.getDatabase()
                        + ": create it, or correct GODWIT_DATABASE_URL";
            default ->
                "PostgreSQL at " + place + " does not answer (" + failed.getMessage()
                        + "): start it, or correct GODWIT_DATABASE_URL";
        };
    }
}
