package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonParseException;
import io.godwit.core.Failure;
import io.godwit.kit.net.TcpProxy;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way the driver says that it has no database, each brought about for real, and what only looks like one. */
final class SqlErrorsTest {

    private static final Duration DEADLINE = Duration.ofSeconds(3);

    /** The time to wait for a connection where that wait ends in vain. */
    private static final Duration SHORT = Duration.ofSeconds(2);

    private static final Duration LONG = Duration.ofSeconds(30);

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final TcpProxy proxy = TcpProxy.to(vertx, "127.0.0.1", db.port());
    private final PgConnectOptions options = new PgConnectOptions(
                    DatabaseUrl.parse(db.url()).options())
            .setPort(proxy.port())
            .setSslMode(SslMode.DISABLE);
    private final DatabaseAvailability availability = new DatabaseAvailability();

    @AfterEach
    void close() {
        proxy.pass();
        proxy.close();
        db.close();
        vertx.close().await();
    }

    @Test
    void aConnectionThatASilentNetworkDoesNotGiveInTimeIsARefusal() {
        var pool = pool(options, SHORT);
        proxy.stall();

        DatabaseTest.isUnavailable(failure(select(pool)));
    }

    @Test
    void aConnectionThatOthersDoNotGiveBackInTimeIsARefusalAndNoOutage() {
        var pool = pool(options, SHORT);
        var held = pool.getConnection().await();

        DatabaseTest.isUnavailable(failure(select(pool)));
        assertThat(availability.isUp()).isTrue();
        held.close().await();
        select(pool).await();
    }

    /** Repeated, for the driver has several ways to say it: what ends first, the waiting or the held connection, is open. */
    @RepeatedTest(20)
    void aPoolThatIsClosedRefusesAndIsNoOutage() {
        var pool = pool(options);
        var held = pool.getConnection().await();
        var waiting = select(pool);

        pool.close();

        DatabaseTest.isUnavailable(failure(waiting));
        DatabaseTest.isUnavailable(failure(select(pool)));
        assertThat(availability.isUp()).isTrue();
        held.close();
    }

    @Test
    void aMachineThatDoesNotListenIsAnOutage() {
        var pool = pool(options);
        proxy.close();

        isOutage(failure(select(pool)));
    }

    @Test
    void aConnectionThatEndsBeforeItHasBegunIsAnOutage() {
        var closing = vertx.createNetServer()
                .connectHandler(socket -> socket.handler(ignored -> socket.close()))
                .listen(0, "127.0.0.1")
                .await();

        isOutage(failure(select(pool(new PgConnectOptions(options).setPort(closing.actualPort())))));
    }

    @Test
    void aServerThatLetsNobodyInIsAnOutage() {
        isOutage(failure(select(pool(new PgConnectOptions(options).setPassword("wrong")))));
    }

    @Test
    void aDatabaseThatTakesNoConnectionsIsAnOutage() {
        db.administer("ALTER DATABASE " + db.name() + " ALLOW_CONNECTIONS false");

        isOutage(failure(select(pool(options))));
    }

    @Test
    void aServerThatDoesNotEncryptAsItMustIsAnOutage() {
        isOutage(failure(select(pool(new PgConnectOptions(options).setSslMode(SslMode.REQUIRE)))));
    }

    @Test
    void aConnectionThatIsResetUnderAStatementIsAnOutage() {
        var pool = pool(options);

        isOutage(failure(pool.withConnection(connection -> lastOf(connection, proxy::resetAll))));
    }

    @Test
    void aConnectionThatIsCutUnderStatementsIsAnOutageForThoseThatWaitToo() {
        var pool = pool(options);

        isOutage(failure(
                pool.withConnection(connection -> lastOf(connection, () -> ConnectionOpener.abort(connection)))));
    }

    @Test
    void aStatementOnAConnectionThatIsGoneIsAnOutage() {
        var pool = pool(options);

        isOutage(failure(pool.withConnection(connection -> ended(connection)
                .compose(ignored -> connection.query("SELECT 1").execute()))));
    }

    @Test
    void aTransactionWhoseConnectionIsGoneBeforeItsCommitIsAnOutage() {
        var pool = pool(options);

        isOutage(failure(pool.withTransaction(SqlErrorsTest::ended)));
    }

    @Test
    void aSessionThatAnAdministratorEndsIsAnOutage() {
        var pool = pool(options);

        isOutage(failure(pool.withConnection(connection -> connection
                .query("SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(5)")
                .execute())));
    }

    /** The driver notices before PostgreSQL sees it, and says so in the class it also uses for lost connections. */
    @Test
    void aParameterOfTheWrongTypeIsOurMistakeAndNoOutage() {
        var pool = pool(options);

        var mistake = failure(pool.preparedQuery("SELECT $1::int").execute(Tuple.of("one")));

        isOurs(mistake);
        isOurs(failure(pool.preparedQuery("SELECT $1::int").execute(Tuple.of(1, 2))));
    }

    static List<Throwable> mistakes() {
        return List.of(
                new NoSuchFileException("image.png"),
                new JsonParseException("no JSON"),
                new TimeoutException("another service took too long"),
                new IllegalStateException("a mistake of ours"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void whatFailsBesideTheDatabaseWithinATransactionIsNoOutage(Throwable mistake) {
        var pool = pool(options);

        assertThat(failure(pool.withTransaction(ignored -> Future.failedFuture(mistake))))
                .isSameAs(mistake);
        assertThat(availability.isUp()).isTrue();
        assertThat(failure(pool.withTransaction(
                        transaction -> select(transaction).compose(ignored -> Future.failedFuture(mistake)))))
                .isSameAs(mistake);
        select(pool).await();
    }

    private void isOutage(Throwable refusal) {
        DatabaseTest.isUnavailable(refusal);
        assertThat(availability.isUp()).isFalse();
    }

    private void isOurs(Throwable mistake) {
        assertThat(mistake).isNotInstanceOf(Failure.class);
        assertThat(availability.isUp()).isTrue();
    }

    /** Several statements, one under way and the others waiting behind it, when something happens; the last one's answer. */
    private static Future<?> lastOf(SqlConnection connection, Runnable event) {
        connection.query("SELECT pg_sleep(5)").execute();
        var last = connection.query("SELECT 1").execute();
        event.run();
        return last;
    }

    private static Future<Void> ended(SqlConnection connection) {
        var gone = Promise.<Void>promise();
        connection.closeHandler(ignored -> gone.complete());
        ConnectionOpener.abort(connection);
        return gone.future();
    }

    private static Future<?> select(SqlClient client) {
        return client.query("SELECT 1").execute();
    }

    private Throwable failure(Future<?> work) {
        await().atMost(Duration.ofSeconds(60)).until(work::isComplete);
        return catchThrowable(work::await);
    }

    private Pool pool(PgConnectOptions options) {
        return pool(options, LONG);
    }

    private Pool pool(PgConnectOptions options, Duration wait) {
        var timeout = new PoolOptions()
                .setMaxSize(1)
                .setConnectionTimeout((int) wait.toMillis())
                .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS);
        var pool = PgBuilder.pool()
                .with(timeout)
                .connectingTo(options)
                .using(vertx)
                .build();
        return new GuardedPool(pool, StatementTimeout.of(DEADLINE), availability, new WaitingCalls());
    }
}
