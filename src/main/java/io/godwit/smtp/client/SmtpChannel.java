package io.godwit.smtp.client;

import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.client.ChannelFailure.BrokenChannelException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SSLOptions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a server: writes commands, and matches replies to them by counting (RFC 2920 §3.1). Whatever cannot be a
 * reply to a command breaks it: bytes nobody waits for, a reply that is too late or too long.
 *
 * <p>All its state belongs to the context of the socket.
 */
final class SmtpChannel {

    private static final int SERVICE_CLOSING = 421;
    private static final long NO_TIMER = -1;

    private final Vertx vertx;
    private final NetSocket socket;
    private final long tick;
    private final ReplyReader reader = new ReplyReader();
    private final ArrayDeque<Awaited> awaited = new ArrayDeque<>();
    private Runnable onEnd = () -> {};
    private @Nullable ChannelFailure failure;

    /**
     * More has come than was asked for, or a 421: the reply that is being delivered is the last one, and its handler must write
     * nothing more. The connection ends after it, unless it is encrypted and so forgets what came.
     */
    private boolean ending;

    private boolean upgrading;
    private long timer = NO_TIMER;
    private long deadline;

    /** Receives the reply to one command, or the reason there will be none. */
    interface ReplyHandler {

        void replied(SmtpReply reply);

        void broken(ChannelFailure failure);
    }

    private record Awaited(String command, Duration timeout, ReplyHandler handler) {}

    private SmtpChannel(Vertx vertx, NetSocket socket, SmtpTimeouts timeouts) {
        this.vertx = vertx;
        this.socket = socket;
        this.tick = Math.max(1, timeouts.shortest().toMillis());
    }

    /** Reads the socket from now on; must be called in the handler that received it. */
    static SmtpChannel of(Vertx vertx, NetSocket socket, SmtpTimeouts timeouts) {
        var channel = new SmtpChannel(vertx, socket, timeouts);
        socket.handler(channel::read);
        socket.exceptionHandler(ignored -> channel.end(ChannelFailure.closed()));
        socket.closeHandler(ignored -> channel.end(ChannelFailure.closed()));
        return channel;
    }

    NetSocket socket() {
        return socket;
    }

    /** Calls the listener once, when the connection has ended. */
    void onEnd(Runnable listener) {
        onEnd = listener;
    }

    /** Returns the reason the connection ended; only when it has. */
    ChannelFailure failure() {
        return Objects.requireNonNull(failure);
    }

    /** Returns whether another command makes sense: the connection is open and the server has not announced its end. */
    boolean isUsable() {
        return failure == null && !ending;
    }

    /** Returns the 421 with which the server ended the connection; empty when it has not, or ended in another way. */
    Optional<SmtpReply> closingReply() {
        return Optional.ofNullable(failure).flatMap(ChannelFailure::reply);
    }

    /** Writes the command and completes with the reply; fails with a {@link BrokenChannelException}. */
    Future<SmtpReply> command(String line, String name, Duration timeout) {
        var promise = Promise.<SmtpReply>promise();
        expect(name, timeout, new PromisedReply(promise));
        write(Buffer.buffer(line + "\r\n"));
        return promise.future();
    }

    /** Completes with a reply that no command asks for: the greeting. */
    Future<SmtpReply> greeting(Duration timeout) {
        var promise = Promise.<SmtpReply>promise();
        expect("the connection", timeout, new PromisedReply(promise));
        return promise.future();
    }

    private record PromisedReply(Promise<SmtpReply> promise) implements ReplyHandler {
        @Override
        public void replied(SmtpReply reply) {
            promise.complete(reply);
        }

        @Override
        public void broken(ChannelFailure failure) {
            promise.fail(new BrokenChannelException(failure));
        }
    }

    /**
     * Expects one more reply, after those expected already. On a connection that has ended the handler is called at once.
     *
     * @param command the command for a sentence about a timeout
     * @param timeout counted from the reply before it, or from now
     */
    void expect(String command, Duration timeout, ReplyHandler handler) {
        var ended = failure;
        if (ended != null) {
            handler.broken(ended);
            return;
        }
        awaited.add(new Awaited(command, timeout, handler));
        if (awaited.size() == 1) {
            await(timeout);
        }
    }

    /** Writes octets; completes when the socket has taken them. */
    Future<Void> write(Buffer octets) {
        return failure == null ? socket.write(octets) : Future.failedFuture(new BrokenChannelException(failure));
    }

    /** Extends the timeout of the next reply, because the message before it is still being written. */
    void progressed(Duration timeout) {
        deadline = System.nanoTime() + timeout.toNanos();
    }

    /**
     * Encrypts the connection. Bytes that came before are forgotten: they may be an attacker's (RFC 3207 §4.2, CVE-2011-0411).
     */
    Future<Void> encrypt(SSLOptions options, Optional<String> serverName) {
        reader.clear();
        ending = false;
        upgrading = true;
        return serverName
                .map(name -> socket.upgradeToSsl(options, name))
                .orElseGet(() -> socket.upgradeToSsl(options))
                .onComplete(ignored -> upgrading = false);
    }

    private void read(Buffer bytes) {
        if (failure != null || upgrading) {
            return;
        }
        reader.add(bytes);
        try {
            readReplies(ending ? 0 : awaited.size());
        } catch (ReplyReader.MalformedReplyException malformed) {
            nonsense(String.valueOf(malformed.getMessage()));
        }
    }

    /** Delivers the replies to commands that were sent before these bytes came. Any other byte is no reply to a command. */
    private void readReplies(int answerable) {
        var left = answerable;
        for (var next = reader.next(); next.isPresent(); next = reader.next()) {
            var reply = next.get();
            if (left == 0) {
                unexpected(reply);
                return;
            }
            left--;
            ending = reply.code() == SERVICE_CLOSING || (left == 0 && reader.hasUnread());
            deliver(reply);
            if (failure != null || upgrading) {
                return;
            }
            if (reply.code() == SERVICE_CLOSING) {
                end(ChannelFailure.closing(reply));
                return;
            }
        }
    }

    private void deliver(SmtpReply reply) {
        var head = awaited.remove();
        var next = awaited.peek();
        if (next != null) {
            await(next.timeout());
        }
        head.handler().replied(reply);
    }

    /** A 421 may come at any time (RFC 5321 §3.8). */
    private void unexpected(SmtpReply reply) {
        if (reply.code() == SERVICE_CLOSING) {
            end(ChannelFailure.closing(reply));
        } else {
            nonsense("The mail server answered more than it was sent");
        }
    }

    /** Ends the connection because of a reply that cannot be one to its command. */
    void nonsense(String sentence) {
        end(ChannelFailure.nonsense(sentence));
    }

    private void await(Duration timeout) {
        deadline = System.nanoTime() + timeout.toNanos();
        if (timer == NO_TIMER) {
            timer = vertx.setTimer(tick, ignored -> checkDeadline());
        }
    }

    /** Runs at least as often as the shortest timeout, so that a new deadline needs no new timer. */
    private void checkDeadline() {
        timer = NO_TIMER;
        var head = awaited.peek();
        if (head == null || failure != null) {
            return;
        }
        var left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
        if (left > 0) {
            timer = vertx.setTimer(Math.min(tick, left), ignored -> checkDeadline());
        } else {
            end(ChannelFailure.timeout(head.command(), head.timeout()));
        }
    }

    /** Closes the connection; what is still awaited fails as if it had been closed by the server. */
    Future<Void> close() {
        end(ChannelFailure.closed());
        return socket.close();
    }

    private void end(ChannelFailure reason) {
        if (failure != null) {
            return;
        }
        failure = reason;
        if (timer != NO_TIMER) {
            vertx.cancelTimer(timer);
        }
        socket.close();
        for (var next = awaited.poll(); next != null; next = awaited.poll()) {
            next.handler().broken(reason);
        }
        onEnd.run();
    }
}
