package io.godwit.smtp.client;

import io.godwit.core.AsyncSemaphore;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Sends each message over a free connection, first come first served. The connection that became free last is used first, so that
 * unused ones close in quiet times. Safe from any thread.
 */
final class SmtpConnectionPool {

    private final List<SmtpConnection> connections;
    private final ConcurrentLinkedDeque<SmtpConnection> free;
    private final AsyncSemaphore<SmtpConnectionPool> semaphore;

    SmtpConnectionPool(Vertx vertx, List<SmtpConnection> connections, int maxWaiting) {
        this.connections = List.copyOf(connections);
        this.free = new ConcurrentLinkedDeque<>(connections);
        this.semaphore = new AsyncSemaphore<>(
                vertx, connections.size(), maxWaiting, maxWaiting, SmtpConnectionPool::tooManyWaiting);
    }

    private static SmtpException tooManyWaiting() {
        return new SmtpException(SmtpStage.CONNECT, Optional.empty(), "Too many messages wait for the mail server");
    }

    int size() {
        return connections.size();
    }

    /**
     * Sends a message over one of the connections. Fails at once when too many messages wait already, else as {@link
     * SmtpConnection#send} does.
     */
    Future<SmtpReply> send(String helloName, WireMessage message, SmtpProgress progress) {
        return semaphore.run(this, () -> {
            var connection = free.pop();
            return connection.send(helloName, message, progress).onComplete(ignored -> free.push(connection));
        });
    }

    Future<Void> close() {
        return Future.join(connections.stream().map(SmtpConnection::close).toList())
                .mapEmpty();
    }
}
