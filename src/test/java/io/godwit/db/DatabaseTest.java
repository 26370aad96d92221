package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.godwit.core.Failure;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.TcpProxy;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@CloseFields
final class DatabaseTest {

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final Database database = db.database();

    @Test
    void aFreshDatabaseHasTheTables() {
        assertThat(db.count("SELECT count(*) FROM contacts")).isZero();
    }

    @Test
    void aTransactionThatCompletesIsCommitted() {
        var answer = database.transaction(this::insert).await();

        assertThat(answer).isEqualTo("done");
        assertThat(users()).isOne();
    }

    @Test
    void aTransactionThatFailsIsRolledBack() {
        var mistake = Failure.of(Failure.Kind.CONFLICT, "No");

        var thrown = catchThrowable(
                () -> database.transaction(client -> insert(client).compose(ignored -> Future.failedFuture(mistake)))
                        .await());

        assertThat(thrown).isSameAs(mistake);
        assertThat(users()).isZero();
    }

    @Test
    void aTransactionThatThrowsIsRolledBack() {
        var thrown = catchThrowable(
                () -> database.transaction(client -> insert(client).map(DatabaseTest::explode))
                        .await());

        assertThat(thrown).hasMessage("Oh");
        assertThat(users()).isZero();
    }

    @Test
    void aStatementThatIsWrongStaysThePostgresError() {
        assertThatThrownBy(() ->
                        database.requests().query("SELECT nonsense").execute().await())
                .isInstanceOf(io.vertx.pgclient.PgException.class);
        assertThat(database.availability().isUp()).isTrue();
    }

    /** 256 may wait; the four that have connections may count as waiting while those are opened. */
    @Test
    void tooManyWaitingRequestsAreRefused() throws SQLException {
        var asked = new ArrayList<Future<RowSet<Row>>>();
        // None is answered before some are refused.
        try (var holder = db.connect();
                var statement = holder.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(1)");
            IntStream.range(0, 300)
                    .forEach(ignored -> asked.add(database.requests()
                            .query("SELECT pg_advisory_xact_lock_shared(1)")
                            .execute()));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> asked.stream().filter(Future::failed).count() >= 40);
        }

        Future.join(asked).transform(ignored -> Future.succeededFuture()).await();

        var refused = asked.stream().filter(Future::failed).map(Future::cause).toList();
        assertThat(refused).hasSizeBetween(40, 44).allSatisfy(DatabaseTest::isUnavailable);
        assertThat(database.availability().isUp()).isTrue();
    }

    @Test
    void everyWayCommitsToTheDiskAndHasItsTimeouts() {
        assertThat(setting(database.requests(), "statement_timeout")).isEqualTo("9500ms");
        assertThat(setting(database.workers(), "statement_timeout")).isEqualTo("59500ms");
        assertThat(setting(database.requests(), "synchronous_commit")).isEqualTo("on");
        assertThat(setting(database.workers(), "idle_in_transaction_session_timeout"))
                .isEqualTo("59500ms");
        var dedicated = database.dedicated().await();
        assertThat(setting(dedicated, "lock_timeout")).isEqualTo("200ms");
        dedicated.close().await();
    }

    /** A socket for every refused encryption would be held for {@code authentication_timeout}, a minute. */
    @Test
    void aServerThatDoesNotEncryptIsLeftNoSocketThatNobodyUses() {
        var wire = TcpProxy.to(vertx, "127.0.0.1", db.port());
        var url = db.url().replace(":" + db.port() + "/", ":" + wire.port() + "/");
        var settings = new DatabaseSettings(Optional.of(url), Path.of("."), 2, 2);

        var other = Database.open(vertx, settings).await();
        setting(other.requests(), "ssl");
        setting(other.workers(), "ssl");

        // One of each pool, and the probe's.
        await().during(Duration.ofMillis(500)).atMost(Duration.ofSeconds(30)).until(() -> wire.open() == 3);
        other.close().await();
        wire.close();
    }

    private static String setting(SqlClient client, String name) {
        var rows = client.query("SHOW " + name).execute().await();
        return rows.iterator().next().getString(0);
    }

    static void isUnavailable(Throwable thrown) {
        assertThat(thrown).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(Failure.Kind.SERVICE_UNAVAILABLE);
            assertThat(failure.details()).containsEntry("retryAfter", 1L);
        });
    }

    private Future<String> insert(SqlClient client) {
        return client.query("INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'ada@example.test')")
                .execute()
                .map("done");
    }

    private long users() {
        return db.count("SELECT count(*) FROM users");
    }

    private static String explode(String answer) {
        throw new IllegalStateException("Oh");
    }
}
