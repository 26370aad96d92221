package io.godwit.smtp.client;

import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpStage;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;

/** Lends connections, first come first served, with a bounded queue of waiting messages. Safe from any thread. */
final class SmtpConnectionPool {

    private final Deque<SmtpConnection> free = new ArrayDeque<>();
    private final Deque<Promise<SmtpConnection>> waiting = new ArrayDeque<>();
    private final int maxWaiting;

    SmtpConnectionPool(Collection<SmtpConnection> connections, int maxWaiting) {
        this.free.addAll(connections);
        this.maxWaiting = maxWaiting;
    }

    /**
     * Fails at once when too many wait already. The connection returned last is lent first, so that unused ones close in quiet
     * times.
     */
    synchronized Future<SmtpConnection> acquire() {
        if (!free.isEmpty()) {
            return Future.succeededFuture(free.pop());
        } else if (waiting.size() >= maxWaiting) {
            return Future.failedFuture(new SmtpException(
                    SmtpStage.CONNECT, Optional.empty(), "Too many messages wait for the mail server"));
        }
        var waiter = Promise.<SmtpConnection>promise();
        waiting.add(waiter);
        return waiter.future();
    }

    void release(SmtpConnection connection) {
        next(connection).ifPresent(waiter -> waiter.complete(connection));
    }

    private synchronized Optional<Promise<SmtpConnection>> next(SmtpConnection connection) {
        var waiter = Optional.ofNullable(waiting.poll());
        if (waiter.isEmpty()) {
            free.push(connection);
        }
        return waiter;
    }
}
