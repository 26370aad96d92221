package io.godwit.smtp.client;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.Consumer;

/** The sessions of a pool without a message. All its state belongs to the context it is used on. */
final class IdleSessions {

    private final Vertx vertx;
    private final Duration timeout;
    private final Consumer<PooledSession> onTimeout;
    private final ArrayDeque<PooledSession> sessions = new ArrayDeque<>();
    private boolean reviewing;
    private boolean closed;

    /**
     * @param timeout the time after which an unused session is taken out; it may last twice as long
     * @param onTimeout takes the session then
     */
    IdleSessions(Vertx vertx, Duration timeout, Consumer<PooledSession> onTimeout) {
        this.vertx = vertx;
        this.timeout = timeout;
        this.onTimeout = onTimeout;
    }

    void add(PooledSession pooled) {
        pooled.idle = true;
        pooled.idleSince = System.nanoTime();
        sessions.push(pooled);
        reviewLater();
    }

    /** Takes the session out that was used last; empty when there is none. */
    Optional<PooledSession> poll() {
        var last = Optional.ofNullable(sessions.poll());
        last.ifPresent(pooled -> pooled.idle = false);
        return last;
    }

    private void reviewLater() {
        if (!reviewing && !closed) {
            reviewing = true;
            vertx.setTimer(timeout.toMillis(), ignored -> review());
        }
    }

    private void review() {
        reviewing = false;
        var now = System.nanoTime();
        for (var oldest = sessions.peekLast();
                oldest != null && now - oldest.idleSince >= timeout.toNanos();
                oldest = sessions.peekLast()) {
            sessions.removeLast();
            onTimeout.accept(oldest);
        }
        if (!sessions.isEmpty()) {
            reviewLater();
        }
    }

    /** Sets no more timers. */
    void close() {
        closed = true;
    }
}
