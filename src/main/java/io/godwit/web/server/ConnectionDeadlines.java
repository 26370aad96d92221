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
final class ConnectionDeadlines implements Handler<HttpConnection> {

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
    private final IdentityHashMap<HttpConnection, ConnectionDeadline> connectionToLine = new IdentityHashMap<>();
    private long now = System.nanoTime();

    /** Waits so long for a head, for a body to begin, and for the next request. */
    ConnectionDeadlines(Duration timeout, ConnectionLimiter limiter) {
        this.timeoutNanos = timeout.toNanos();
        this.limiter = limiter;
    }

    @Override
    public void handle(HttpConnection connection) {
        var client = addressOf(connection);
        if (connectionToLine.size() >= MAX_CONNECTIONS) {
            limiter.countRefusedByNode();
            connection.close();
        } else if (!limiter.open(client)) {
            limiter.countRefusedByClient();
            connection.close();
        } else {
            connectionToLine.put(connection, new ConnectionDeadline(connection, this));
            connection.closeHandler(ignored -> forget(connection, client));
        }
    }

    /** Empty for one that is gone already. */
    private static String addressOf(HttpConnection connection) {
        var remote = connection.remoteAddress();
        return remote == null ? "" : String.valueOf(remote.hostAddress());
    }

    private void forget(HttpConnection connection, String client) {
        connectionToLine.remove(connection);
        limiter.close(client);
    }

    ConnectionDeadline deadline(HttpConnection connection) {
        return connectionToLine.computeIfAbsent(connection, late -> new ConnectionDeadline(late, this));
    }

    long timeoutNanos() {
        return timeoutNanos;
    }

    /** As of the last sweep, which is exact enough. */
    long now() {
        return now;
    }

    /** Called every second. */
    void sweep() {
        now = System.nanoTime();
        var overdue = connectionToLine.values().stream()
                .filter(deadline -> deadline.isOverdue(now))
                .toList();
        hangUp(overdue);
    }

    private static void hangUp(List<ConnectionDeadline> overdue) {
        overdue.forEach(deadline -> deadline.connection().close());
    }
}
