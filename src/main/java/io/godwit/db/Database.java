package io.godwit.db;

import io.godwit.core.Timeouts;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Access to PostgreSQL: the pools and dedicated connections. Migrations have run when an instance exists. */
public final class Database {

    /** Limit of the wait for a PostgreSQL that is started together with us, by a machine or a container. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Connections of the send pipeline: one each for claims, for attempts that begin and for results. */
    private static final int SENDING_CONNECTIONS = 3;

    private final Vertx vertx;
    private final DatabaseUrl url;
    private final Optional<EmbeddedPostgres> embedded;
    private final Pool requests;
    private final Pool lists;
    private final Pool workers;
    private final Pool sending;
    private final DatabaseAvailability availability;
    private final HealthProbe probe;
    private final ChangeCollector changes;
    private final @Nullable Database anonymous;

    Database(Vertx vertx, DatabaseUrl url, Optional<EmbeddedPostgres> embedded, DatabaseSettings settings) {
        this.vertx = vertx;
        this.url = url;
        this.embedded = embedded;
        this.availability = new DatabaseAvailability();
        this.requests = PoolLimits.REQUESTS.pool(vertx, url, settings.requestConnections(), availability);
        this.lists = PoolLimits.LISTS.pool(vertx, url, settings.listConnections(), availability);
        this.workers = PoolLimits.WORKERS.pool(vertx, url, settings.workerConnections(), availability);
        this.sending = PoolLimits.SENDING.pool(vertx, url, SENDING_CONNECTIONS, availability);
        this.changes = new ChangeCollector();
        this.probe = HealthProbe.start(vertx, PoolLimits.REQUESTS.options(url), availability);
        this.anonymous = new Database(
                this, PoolLimits.ANONYMOUS.pool(vertx, url, settings.anonymousConnections(), availability));
    }

    /** Wraps a database with another pool for requests. */
    private Database(Database whole, Pool requests) {
        this.vertx = whole.vertx;
        this.url = whole.url;
        this.embedded = whole.embedded;
        this.requests = requests;
        this.lists = whole.lists;
        this.workers = whole.workers;
        this.sending = whole.sending;
        this.availability = whole.availability;
        this.probe = whole.probe;
        this.changes = whole.changes;
        this.anonymous = null;
    }

    /** Connects and migrates. Fails with a sentence an operator can act on. */
    public static Future<Database> open(Vertx vertx, DatabaseSettings settings) {
        return vertx.executeBlocking(() -> openBlocking(vertx, settings), false)
                .compose(database -> database.answering(TIMEOUT));
    }

    /**
     * Completes after the first commit: the first connection of a JVM loads the driver and proves the password in code that is
     * not compiled yet, which on a busy machine takes longer than any later one may. Fails when there was no commit in time; all
     * is closed then.
     */
    Future<Database> answering(Duration timeout) {
        return Timeouts.within(timeout, probe.answered()).map(this).recover(late -> close().transform(
                        ignored -> Future.failedFuture(new IllegalStateException(
                                "PostgreSQL takes connections but wrote nothing for " + timeout.toSeconds()
                                        + " s: see its log, whether it is a standby or its disk is full",
                                late))));
    }

    /** Reads the migrations of the jar once for all that ask later; blocks. */
    public static void preload() {
        MigrationFiles.ofClassPath();
    }

    private static Database openBlocking(Vertx vertx, DatabaseSettings settings) throws IOException {
        RestoreMarker.in(settings.dataDir()).refuseUnfinished();
        if (settings.url().isPresent()) {
            return ready(vertx, DatabaseUrl.parse(settings.url().get()), Optional.empty(), settings);
        }
        var embedded = EmbeddedPostgres.start(settings.dataDir());
        try {
            return ready(vertx, embedded.url(), Optional.of(embedded), settings);
        } catch (IOException | RuntimeException | Error failed) {
            embedded.close();
            throw failed;
        }
    }

    private static Database ready(
            Vertx vertx, DatabaseUrl url, Optional<EmbeddedPostgres> embedded, DatabaseSettings settings)
            throws IOException {
        StartupConnection.await(url, TIMEOUT, () -> true);
        SchemaMigrator.run(url);
        return new Database(vertx, url.resolved(), embedded, settings);
    }

    /**
     * The pool for requests. Waits and statements are bounded; while PostgreSQL is away, beyond the bounds, and when a statement
     * has no answer after 10 s, it fails with a Failure SERVICE_UNAVAILABLE. A statement that was cut off may still have been
     * carried out.
     */
    public Pool requests() {
        return requests;
    }

    /**
     * A pool for requests whose statements are planned once and read by index alone: for those whose best plan is the same for
     * all values, such as a page of a list behind a cursor. Limits as those of {@link #requests}.
     */
    public Pool lists() {
        return lists;
    }

    /**
     * Returns this database through a small pool of its own, for requests without a key or a session so far: however many such
     * requests come, the connections of {@link #requests} stay free.
     */
    public Database anonymous() {
        return anonymous == null ? this : anonymous;
    }

    /** The pool for background workers: at most 60 s a statement. */
    public Pool workers() {
        return workers;
    }

    /**
     * The pool for the statements each email of the send pipeline passes through: at most 60 s a statement. Each statement is
     * planned once and reads by index alone, so only those that reach their rows by keys belong here.
     */
    public Pool sending() {
        return sending;
    }

    /**
     * One transaction on the requests pool: committed when the work completes, rolled back when it fails or throws. The
     * transaction lasts at most 10 s. The work must be repeatable: a transaction that PostgreSQL rolls back in favour of
     * another, as in a deadlock, is begun anew. A Failure SERVICE_UNAVAILABLE leaves it open whether the commit has happened.
     */
    public <T> Future<T> transaction(Function<SqlClient, Future<T>> work) {
        return DeadlockRetry.repeat(() -> changes.transaction(requests, work));
    }

    /** A transaction as {@link #transaction}, but on the workers pool, at most 60 s. */
    public <T> Future<T> workerTransaction(Function<SqlClient, Future<T>> work) {
        return DeadlockRetry.repeat(() -> workerTransactionOnce(work));
    }

    /** A transaction as {@link #transaction}, but on the pool of the send pipeline, at most 60 s. */
    public <T> Future<T> sendingTransaction(Function<SqlClient, Future<T>> work) {
        return DeadlockRetry.repeat(() -> changes.transaction(sending, work));
    }

    /**
     * A transaction on the workers pool that is not repeated: for work that counts its attempts, and retries in its own way.
     */
    public <T> Future<T> workerTransactionOnce(Function<SqlClient, Future<T>> work) {
        return changes.transaction(workers, work);
    }

    /**
     * A connection of the caller's own, outside every pool, that pipelines (limit 64), with {@code lock_timeout} 200 ms and
     * {@code statement_timeout} 4.5 s; fails with {@link NoConnectionException} when there is none after 5 s, or when PostgreSQL
     * falls silent before. The caller sets its own time limits, reports a loss ({@link ConnectionErrors}) to {@link #availability}, and
     * opens another.
     */
    public Future<SqlConnection> dedicated() {
        var opening = ConnectionOpener.open(vertx, PoolLimits.DEDICATED.options(url), PoolLimits.DEDICATED.timeout());
        return availability
                .untilSilence(opening)
                .onFailure(ignored -> opening.onSuccess(ConnectionOpener::abort))
                .recover(cause -> Future.failedFuture(new NoConnectionException(cause)));
    }

    /**
     * Closes a dedicated connection at once, without a message to the server: statements that wait on it fail. For a timeout
     * that has passed; the driver's {@code close} would wait behind the very statements that have no answer.
     */
    public void abort(SqlConnection dedicated) {
        ConnectionOpener.abort(dedicated);
    }

    /** The changes that transactions make, for those who look at what changed. */
    public ChangeCollector changes() {
        return changes;
    }

    /** The state of PostgreSQL, as last seen. */
    public DatabaseAvailability availability() {
        return availability;
    }

    /** Closes the pools and stops the embedded server, if there is one. Dedicated connections are closed by their owners. */
    public Future<Void> close() {
        return probe.stop()
                .eventually(requests::close)
                .eventually(() -> anonymous().requests.close())
                .eventually(lists::close)
                .eventually(workers::close)
                .eventually(sending::close)
                .eventually(this::stopEmbedded);
    }

    private Future<Void> stopEmbedded() {
        return embedded.isEmpty() ? Future.succeededFuture() : vertx.executeBlocking(() -> stop(embedded.get()), false);
    }

    private static Void stop(EmbeddedPostgres postgres) throws IOException {
        postgres.close();
        return null;
    }
}
