package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Waits for the minute after which a connection is closed: too long for every build. */
@Tag("soak")
final class IdleConnectionTest {

    private static final String SESSIONS =
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'godwit' AND datname = current_database()";

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final Database database = db.database();

    @AfterEach
    void close() {
        db.close();
        vertx.close().await();
    }

    @Test
    void connectionsThatABurstOpenedAreClosedAndOpenedAgainWhenTheyAreNeeded() throws SQLException {
        burst();
        var opened = database.workers().size();

        await().atMost(Duration.ofMinutes(2)).until(() -> database.workers().size() == 0);
        var sessions = db.count(SESSIONS);
        burst();

        assertThat(opened).isGreaterThanOrEqualTo(4);
        assertThat(db.count(SESSIONS)).isGreaterThanOrEqualTo(sessions + 4);
    }

    /** Four statements at once, each on a connection of its own. */
    private void burst() throws SQLException {
        try (var holder = db.connect();
                var statement = holder.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(1)");
            var asked = IntStream.range(0, 4)
                    .mapToObj(ignored -> database.workers()
                            .query("SELECT pg_advisory_xact_lock_shared(1)")
                            .execute())
                    .toList();
            await().atMost(Duration.ofSeconds(30))
                    .until(() ->
                            db.count("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted") >= 3);
            statement.execute("SELECT pg_advisory_unlock(1)");
            Future.all(asked).await();
        }
    }
}
