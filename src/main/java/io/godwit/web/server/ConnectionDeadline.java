package io.godwit.web.server;

import io.vertx.core.http.HttpConnection;

/** The time until which the client of one connection has to send or read something. Times are of {@link System#nanoTime}. */
final class ConnectionDeadline {

    private final HttpConnection connection;
    private final ConnectionDeadlines deadlines;
    private boolean waiting = true;
    private boolean ended;
    private long deadline;

    ConnectionDeadline(HttpConnection connection, ConnectionDeadlines deadlines) {
        this.connection = connection;
        this.deadlines = deadlines;
        expect();
    }

    /** Starts the timeout: the server waits for the client. */
    void expect() {
        expectWithin(deadlines.timeoutNanos());
    }

    /** The client must act within so many nanoseconds from now. */
    void expectWithin(long nanos) {
        waiting = true;
        deadline = deadlines.now() + nanos;
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
