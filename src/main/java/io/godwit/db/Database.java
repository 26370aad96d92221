package io.godwit.db;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** The ways into PostgreSQL. Migrations have run when one of these exists. */
public final class Database {

    /** A PostgreSQL that is started together with us, by a machine or a container, is up by then. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Vertx vertx;
    private final DatabaseUrl url;
    private final Optional<EmbeddedPostgres> embedded;
    private final Pool requests;
    private final Pool workers;
    private final Availability availability = new Availability();

    Database(Vertx vertx, DatabaseUrl url, Optional<EmbeddedPostgres> embedded, DatabaseSettings settings) {
        this.vertx = vertx;
        this.url = url;
        this.embedded = embedded;
        this.requests = Limits.REQUESTS.pool(vertx, url, settings.requestConnections());
        this.workers = Limits.WORKERS.pool(vertx, url, settings.workerConnections());
    }

    /** Connects and migrates. Fails with a sentence an operator can act on. */
    public static Future<Database> open(Vertx vertx, DatabaseSettings settings) {
        return vertx.executeBlocking(() -> openBlocking(vertx, settings), false);
    }

    private static Database openBlocking(Vertx vertx, DatabaseSettings settings) throws IOException {
        if (settings.url().isPresent()) {
            return ready(vertx, DatabaseUrl.parse(settings.url().get()), Optional.empty(), settings);
        }
        var embedded = EmbeddedPostgres.start(settings.dataDir());
        try {
            return ready(vertx, DatabaseUrl.parse(embedded.url()), Optional.of(embedded), settings);
        } catch (RuntimeException failed) {
            embedded.close();
            throw failed;
        }
    }

    private static Database ready(
            Vertx vertx, DatabaseUrl url, Optional<EmbeddedPostgres> embedded, DatabaseSettings settings) {
        Arrival.await(url, PATIENCE);
        Migrations.run(url);
        return new Database(vertx, url, embedded, settings);
    }

    /** For requests: short statements, at most 10 s each; waits are bounded, beyond the bound a Failure SERVICE_UNAVAILABLE. */
    public Pool requests() {
        return requests;
    }

    /** For background workers: at most 60 s a statement. */
    public Pool workers() {
        return workers;
    }

    /** One transaction on the requests pool: committed when the work completes, rolled back when it fails or throws. */
    public <T> Future<T> transaction(Function<SqlClient, Future<T>> work) {
        return requests.withTransaction(work::apply);
    }

    /** The same on the workers pool. */
    public <T> Future<T> workerTransaction(Function<SqlClient, Future<T>> work) {
        return workers.withTransaction(work::apply);
    }

    /**
     * A connection of the caller's own, outside every pool, that pipelines (limit 64), with {@code lock_timeout} 200 ms and
     * {@code statement_timeout} 5 s; the caller reconnects when it is lost.
     */
    public Future<SqlConnection> dedicated() {
        return PgConnection.connect(vertx, Limits.DEDICATED.options(url)).map(connection -> connection);
    }

    /** Whether PostgreSQL answers; see {@link Availability}. */
    public Availability availability() {
        return availability;
    }

    /** Closes the pools and stops the embedded server, if it is ours. */
    public Future<Void> close() {
        return requests.close().eventually(workers::close).eventually(this::stopEmbedded);
    }

    private Future<Void> stopEmbedded() {
        return embedded.isEmpty() ? Future.succeededFuture() : vertx.executeBlocking(() -> stop(embedded.get()), false);
    }

    private static Void stop(EmbeddedPostgres postgres) throws IOException {
        postgres.close();
        return null;
    }
}
