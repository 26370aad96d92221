package io.godwit.db;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.util.function.Function;

/** The ways into PostgreSQL. Migrations have run when one of these exists. */
public final class Database {

    /** Connects and migrates. Fails with a sentence an operator can act on. */
    public static Future<Database> open(Vertx vertx, DatabaseSettings settings) {
        throw new UnsupportedOperationException();
    }

    /** For requests: short statements, at most 10 s each; waits are bounded, beyond the bound a Failure SERVICE_UNAVAILABLE. */
    public Pool requests() {
        throw new UnsupportedOperationException();
    }

    /** For background workers: at most 60 s a statement. */
    public Pool workers() {
        throw new UnsupportedOperationException();
    }

    /** One transaction on the requests pool: committed when the work completes, rolled back when it fails or throws. */
    public <T> Future<T> transaction(Function<SqlClient, Future<T>> work) {
        throw new UnsupportedOperationException();
    }

    /** The same on the workers pool. */
    public <T> Future<T> workerTransaction(Function<SqlClient, Future<T>> work) {
        throw new UnsupportedOperationException();
    }

    /**
     * A connection of the caller's own, outside every pool, that pipelines (limit 64), with {@code lock_timeout} 200 ms and
     * {@code statement_timeout} 5 s; the caller reconnects when it is lost.
     */
    public Future<SqlConnection> dedicated() {
        throw new UnsupportedOperationException();
    }

    /** Whether PostgreSQL answers; see {@link Availability}. */
    public Availability availability() {
        throw new UnsupportedOperationException();
    }

    /** Closes the pools and stops the embedded server, if it is ours. */
    public Future<Void> close() {
        throw new UnsupportedOperationException();
    }
}
