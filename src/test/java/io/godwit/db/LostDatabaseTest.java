package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.net.TcpProxy;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.SqlClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** PostgreSQL behind a wire that fails. */
final class LostDatabaseTest {

    private static final Duration DEADLINE = Duration.ofMillis(400);

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final TcpProxy proxy = TcpProxy.to(vertx, "127.0.0.1", db.port());
    private final DatabaseUrl url = throughProxy();
    private final Database database = another();

    @AfterEach
    void close() {
        proxy.pass();
        database.close().await();
        proxy.close();
        db.close();
        vertx.close().await();
    }

    @Test
    void aSilentNetworkIsNoticedWithoutARequestAndRequestsAreThenRefusedAtOnce() {
        database.requests().query("SELECT 1").execute().await();
        proxy.stall();

        await().atMost(Duration.ofSeconds(30))
                .until(() -> !database.availability().isUp());
        var refused = database.requests().query("SELECT 1").execute();

        assertThat(refused.isComplete()).isTrue();
        DatabaseTest.isUnavailable(refused.cause());
        proxy.pass();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> database.availability().isUp());
        database.requests().query("SELECT 1").execute().await();
    }

    /** By themselves a statement would wait for 10 s and for a connection for 5 s. */
    @Test
    void requestsThatWaitAreRefusedAsSoonAsAProbeHasNoAnswer() {
        database.requests().query("SELECT 1").execute().await();
        proxy.stall();
        var waiting = Stream.generate(
                        () -> database.requests().query("SELECT 1").execute())
                .limit(5)
                .toList();

        await().atMost(Duration.ofSeconds(30))
                .until(() -> !database.availability().isUp());
        await().atMost(Duration.ofSeconds(1)).until(() -> waiting.stream().allMatch(Future::isComplete));

        waiting.forEach(refused -> DatabaseTest.isUnavailable(refused.cause()));
        proxy.pass();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> database.availability().isUp());
        assertThat(session(database.requests())).isPositive();
    }

    @Test
    void aSlowStatementIsAnsweredWhilePostgresAnswersTheProbe() {
        var slow = database.requests().query("SELECT pg_sleep(2.5)").execute();
        database.availability().lost(new IOException("Another connection was lost"));

        await().atMost(Duration.ofSeconds(30)).until(slow::isComplete);

        assertThat(slow.succeeded()).isTrue();
    }

    @Test
    void aStatementWithoutAnswerIsCutOffAtItsDeadlineAndItsConnectionReplaced() {
        var availability = new DatabaseAvailability();
        var pool = PoolLimits.REQUESTS.pool(vertx, url, 1, availability);
        var guarded = new GuardedPool(pool, StatementTimeout.of(DEADLINE), availability, new WaitingCalls());
        var patient =
                new GuardedPool(pool, StatementTimeout.of(Duration.ofSeconds(30)), availability, new WaitingCalls());
        var first = session(patient);
        proxy.stall();

        var refusal = catchThrowable(() -> session(guarded));
        proxy.pass();

        DatabaseTest.isUnavailable(refusal);
        assertThat(availability.isUp()).isFalse();
        availability.returned();
        assertThat(session(patient)).isNotEqualTo(first);
        guarded.close().await();
    }

    @Test
    void aTransactionWhoseConnectionIsResetIsRefusedAndNothingIsKept() {
        var refusal = catchThrowable(() -> database.transaction(client -> insert(client)
                        .onSuccess(ignored -> proxy.resetAll())
                        .compose(ignored -> client.query("SELECT 1").execute()))
                .await());

        DatabaseTest.isUnavailable(refusal);
        assertThat(db.count("SELECT count(*) FROM users")).isZero();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> database.availability().isUp());
        database.transaction(LostDatabaseTest::insert).await();
        assertThat(db.count("SELECT count(*) FROM users")).isOne();
    }

    @Test
    void aCommitWhoseReplyIsLostIsRefusedAlthoughItHappened() {
        proxy.loseReply(1, piece -> piece.toString(StandardCharsets.ISO_8859_1).contains("COMMIT"));

        var refusal = catchThrowable(
                () -> database.transaction(LostDatabaseTest::insert).await());

        DatabaseTest.isUnavailable(refusal);
        assertThat(db.count("SELECT count(*) FROM users")).isOne();
    }

    @Test
    void aDedicatedConnectionThatIsCutFailsWhatWaitsOnIt() {
        var dedicated = database.dedicated().await();
        proxy.stall();
        var waiting = dedicated.query("SELECT 1").execute();

        database.abort(dedicated);

        assertThat(catchThrowable(waiting::await)).isNotNull();
    }

    @Test
    void aStartWaitsForAFirstCommitHoweverSlowTheFirstConnectionIs() {
        proxy.stall();
        var slow = another();
        var opening = slow.answering(Duration.ofSeconds(20));
        await().atMost(Duration.ofSeconds(30)).until(() -> !slow.availability().isUp());

        proxy.resetAll();
        proxy.pass();

        assertThat(opening.await().availability().isUp()).isTrue();
        slow.close().await();
    }

    @Test
    void aStartWithoutACommitIsRefusedWithASentence() {
        proxy.stall();

        var refusal = catchThrowable(() -> another().answering(DEADLINE).await());

        assertThat(refusal).isInstanceOf(IllegalStateException.class).hasMessageContaining("standby");
    }

    private Database another() {
        return new Database(vertx, url, Optional.empty(), new DatabaseSettings(Optional.empty(), Path.of("."), 2, 2));
    }

    private static int session(SqlClient client) {
        var rows = client.query("SELECT pg_backend_pid()").execute().await();
        return rows.iterator().next().getInteger(0);
    }

    private static Future<?> insert(SqlClient client) {
        return client.query("INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'ada@example.test')")
                .execute();
    }

    private DatabaseUrl throughProxy() {
        return new DatabaseUrl(
                new PgConnectOptions(DatabaseUrl.parse(db.url()).options()).setPort(proxy.port()), Optional.empty());
    }
}
