package io.godwit.db;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.internal.SqlConnectionInternal;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Opens a connection within a time limit, and closes one that hangs. */
final class ConnectionOpener {

    private ConnectionOpener() {}

    /** Fails after {@code patience}; a connection that is opened later is closed. */
    static Future<SqlConnection> open(Vertx vertx, PgConnectOptions options, Duration patience) {
        var opening = PgConnection.connect(vertx, options);
        return opening.timeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                .onFailure(late -> opening.onSuccess(ConnectionOpener::cut))
                .map(connection -> connection);
    }

    /**
     * Closes the socket at once. The driver's own {@code close} returns a pooled connection to its pool, and queues behind the
     * statements of another: neither helps when the server is silent. Every statement that waits on the connection fails, and
     * its pool forgets it.
     */
    static void cut(SqlConnection connection) {
        if (connection instanceof SqlConnectionInternal internal
                && internal.unwrap().unwrap() instanceof SocketConnectionBase wire) {
            wire.socket().close();
        }
    }
}
