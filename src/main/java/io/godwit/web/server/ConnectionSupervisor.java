package io.godwit.web.server;

import io.godwit.web.limits.ConnectionLimiter;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Closes connections of one event loop whose client is too slow. A head, a body or a next request that does not come ends the
 * connection within 30 s; sweeping a list costs less per request than a timer, and a trickle does not reset it. New connections
 * beyond the limit of the event loop or of their client are closed at once.
 */
final class ConnectionSupervisor implements Handler<HttpConnection> {

    /** Max connections of one event loop. */
    private static final int MAX_CONNECTIONS = 16_384;

    /**
     * The time, in nanoseconds, an early answer waits for the rest of a body, so that the client reads the answer and not a
     * reset.
     */
    static final long KEEP_OPEN_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** A body must come at 32 KB/s at least, once the timeout is used up. */
    static final long NANOS_PER_BYTE = TimeUnit.SECONDS.toNanos(1) / (32 << 10);

    private final long timeoutNanos;
    private final ConnectionLimiter limiter;
    private final IdentityHashMap<HttpConnection, ConnectionDeadline> connectionToDeadline = new IdentityHashMap<>();

    /** The time of the last sweep, which is exact enough. */
    private long now = System.nanoTime();

    /** @param timeout of the wait for a head, for the beginning of a body, and for the next request */
    ConnectionSupervisor(Duration timeout, ConnectionLimiter limiter) {
        this.timeoutNanos = timeout.toNanos();
        this.limiter = limiter;
    }

    @Override
    public void handle(HttpConnection connection) {
        var client = addressOf(connection);
        if (connectionToDeadline.size() >= MAX_CONNECTIONS) {
            limiter.countRefusedByNode();
            connection.close();
        } else if (!limiter.open(client)) {
            limiter.countRefusedByClient();
            connection.close();
        } else {
            connectionToDeadline.put(connection, new ConnectionDeadline(connection, this));
            connection.closeHandler(ignored -> remove(connection, client));
        }
    }

    /** Returns the address of the client; empty text when the client is gone already. */
    private static String addressOf(HttpConnection connection) {
        var remote = connection.remoteAddress();
        return remote == null ? "" : String.valueOf(remote.hostAddress());
    }

    private void remove(HttpConnection connection, String client) {
        connectionToDeadline.remove(connection);
        limiter.close(client);
    }

    ConnectionDeadline deadline(HttpConnection connection) {
        return connectionToDeadline.computeIfAbsent(connection, late -> new ConnectionDeadline(late, this));
    }

    /** Closes the connections whose client is overdue; called every second. */
    void sweep() {
        now = System.nanoTime();
        var overdue = connectionToDeadline.values().stream()
                .filter(deadline -> deadline.isOverdue(now))
                .toList();
        hangUp(overdue);
    }

    private static void hangUp(List<ConnectionDeadline> overdue) {
        overdue.forEach(deadline -> deadline.connection().close());
    }

    /** The time until which the client of one connection has to send or read something. Times are of {@link System#nanoTime}. */
    static final class ConnectionDeadline {

        private final HttpConnection connection;
        private final ConnectionSupervisor supervisor;
        private boolean waiting = true;
        private boolean ended;
        private long deadline;

        ConnectionDeadline(HttpConnection connection, ConnectionSupervisor supervisor) {
            this.connection = connection;
            this.supervisor = supervisor;
            expect();
        }

        /** Starts the timeout: the server waits for the client. */
        void expect() {
            expectWithin(supervisor.timeoutNanos);
        }

        /** The client must act within so many nanoseconds from now. */
        void expectWithin(long nanos) {
            waiting = true;
            deadline = supervisor.now + nanos;
        }

        /** Extends the timeout by the bytes received, so that a large body may take longer, but a trickle may not. */
        void extend(long nanos) {
            deadline += nanos;
        }

        /** Stops the timeout: the server works on an answer. */
        void release() {
            waiting = false;
        }

        /**
         * Marks the answer being written as the last of the connection: the beginning of a following request is unknown, and none is
         * served.
         */
        void end() {
            ended = true;
        }

        boolean isEnded() {
            return ended;
        }

        boolean isOverdue(long now) {
            return waiting && now - deadline > 0;
        }

        HttpConnection connection() {
            return connection;
        }
    }
}
