package io.godwit.web.server;

import io.vertx.core.http.HttpConnection;

/** One connection and until when the client has to do something on it. Times are of {@link System#nanoTime}. */
final class ConnectionDeadline {

    private final HttpConnection connection;
    private final ConnectionDeadlines lines;
    private boolean waiting = true;
    private boolean ended;
    private long deadline;

    ConnectionDeadline(HttpConnection connection, ConnectionDeadlines lines) {
        this.connection = connection;
        this.lines = lines;
        expect();
    }

    /** It is the client's turn. */
    void expect() {
        expectWithin(lines.patience());
    }

    /** The client must act within so many nanoseconds from now. */
    void expectWithin(long nanos) {
        waiting = true;
        deadline = lines.now() + nanos;
    }

    /** What it sends earns it time, so that a large body may take longer, but no trickle may. */
    void extend(long nanos) {
        deadline += nanos;
    }

    /** It is our turn. */
    void release() {
        waiting = false;
    }

    /** The answer being written is the last: where a request behind it begins is anybody's guess, and none is served. */
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
