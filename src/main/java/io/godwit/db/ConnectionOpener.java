package io.godwit.db;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetSocket;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.internal.SqlConnectionInternal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens a connection within a time limit, and closes one that hangs. */
final class ConnectionOpener {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionOpener.class);

    private ConnectionOpener() {}

    /**
     * Fails after {@code timeout}; a connection that is opened later is closed. Fails, too, when the driver's connection could
     * not be cut: the node opens one at its start, so a driver with other internal classes is noticed then.
     */
    static Future<SqlConnection> open(Vertx vertx, PgConnectOptions options, Duration timeout) {
        var opening = PgConnection.connect(vertx, options);
        return opening.timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .onFailure(ignored -> opening.onSuccess(ConnectionOpener::abort))
                .compose(ConnectionOpener::requireSocket);
    }

    /** Fails, and closes the connection, when it could not be cut. */
    static Future<SqlConnection> requireSocket(SqlConnection connection) {
        return socket(connection).isPresent()
                ? Future.succeededFuture(connection)
                : connection
                        .close()
                        .transform(ignored -> Future.failedFuture(new IllegalStateException(missing(connection))));
    }

    private static String missing(SqlConnection connection) {
        return "The PostgreSQL driver gives no socket of its connection ("
                + connection.getClass().getName()
                + "), so a connection to a silent server could not be cut. The version of vertx-pg-client does not fit";
    }

    /**
     * Closes the socket at once. The driver's own {@code close} returns a pooled connection to its pool, and queues behind the
     * statements of another: neither helps when the server is silent. Every statement that waits on the connection fails, and
     * its pool forgets it.
     */
    static void abort(SqlConnection connection) {
        socket(connection).ifPresentOrElse(ConnectionOpener::close, () -> LOG.error(missing(connection)));
    }

    private static void close(NetSocket socket) {
        socket.close().onFailure(error -> LOG.debug("A connection to PostgreSQL was closed already", error));
    }

    /** Finds the socket in the driver's internal classes, because its public interface does not give it. */
    static Optional<NetSocket> socket(SqlConnection connection) {
        return connection instanceof SqlConnectionInternal internal
                        && internal.unwrap().unwrap() instanceof SocketConnectionBase wire
                ? Optional.of(wire.socket())
                : Optional.empty();
    }
}
