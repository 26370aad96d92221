package io.godwit.smtp.server;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * One run of a session on the octets of a client, in this thread and without a socket, so that a fuzzer can run thousands in a
 * second. Addresses that begin with {@code no} are refused, and so are messages.
 */
public final class SmtpSessionRun {

    public static final int MAX_MESSAGE_BYTES = 8 << 10;

    private static final SmtpServerSettings SETTINGS = new SmtpServerSettings(
            "127.0.0.1",
            0,
            "mx.example.test Godwit",
            MAX_MESSAGE_BYTES,
            1 << 20,
            1,
            1,
            100,
            1_000,
            Duration.ofMinutes(5),
            Optional.empty());

    private final boolean late;
    private final List<SmtpHandler.ReceivedMessage> messages = new ArrayList<>();
    private final ByteArrayOutputStream replies = new ByteArrayOutputStream();
    private final Deque<Runnable> decisions = new ArrayDeque<>();
    private Handler<Buffer> reader = ignored -> {};
    private boolean closed;

    private SmtpSessionRun(boolean late) {
        this.late = late;
    }

    /**
     * Feeds a session until the octets end, or until it closes the connection.
     *
     * @param piece the number of octets that come at once
     * @param late whether the handler decides only when the session waits for it
     */
    public static SmtpSessionRun of(byte[] octets, int piece, boolean late) {
        var run = new SmtpSessionRun(late);
        var connection = new SmtpServerConnection(
                proxy(Context.class, run::onContext),
                proxy(NetSocket.class, run::onSocket),
                SETTINGS,
                run.new Decider(),
                ignored -> true,
                Optional::empty);
        connection.begin();
        for (var at = 0; at < octets.length && !run.closed; at += piece) {
            run.reader.handle(Buffer.buffer(Arrays.copyOfRange(octets, at, Math.min(octets.length, at + piece))));
            run.decide();
        }
        connection.end();
        return run;
    }

    private void decide() {
        while (!decisions.isEmpty()) {
            decisions.remove().run();
        }
    }

    private static <T> T proxy(Class<T> type, java.lang.reflect.InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private Object onContext(Object context, Method method, Object[] arguments) {
        throw new UnsupportedOperationException(method.getName());
    }

    @SuppressWarnings("unchecked")
    private Object onSocket(Object socket, Method method, Object[] arguments) {
        switch (method.getName()) {
            case "handler" -> reader = (Handler<Buffer>) arguments[0];
            case "write" -> replies.writeBytes(((Buffer) arguments[0]).getBytes());
            case "close" -> closed = true;
            case "exceptionHandler", "pause", "resume" -> {}
            case "isSsl" -> {
                return false;
            }
            case "remoteAddress" -> {
                return SocketAddress.inetSocketAddress(2_525, "192.0.2.1");
            }
            default -> throw new UnsupportedOperationException(method.getName());
        }
        return method.getReturnType() == Future.class ? Future.succeededFuture() : socket;
    }

    private final class Decider implements SmtpHandler {

        @Override
        public Optional<String> refusalOfLogin(SmtpPeer peer) {
            return Optional.empty();
        }

        @Override
        public Future<LoginResult> login(SmtpPeer peer, String user, String password) {
            return decided(
                    password.equals("key")
                            ? new LoginResult("235 2.7.0 Welcome", true)
                            : new LoginResult("535 5.7.8 No such key", false));
        }

        @Override
        public Future<Optional<String>> refusalOfSender(SmtpPeer peer, String from) {
            return decided(refusalOf(from));
        }

        @Override
        public Future<Optional<String>> refusal(SmtpPeer peer, String from, String recipient) {
            return decided(refusalOf(recipient));
        }

        private Optional<String> refusalOf(String address) {
            return address.startsWith("no") ? Optional.of("550 5.1.1 No such address") : Optional.empty();
        }

        @Override
        public Future<String> receive(ReceivedMessage message) {
            if (new String(message.message(), StandardCharsets.ISO_8859_1).startsWith("no")) {
                return decided("554 5.6.0 No such message");
            }
            messages.add(message);
            return decided("250 2.0.0 Taken");
        }

        private <T> Future<T> decided(T decision) {
            if (!late) {
                return Future.succeededFuture(decision);
            }
            var promise = Promise.<T>promise();
            decisions.add(() -> promise.complete(decision));
            return promise.future();
        }
    }

    /** Returns the messages that were answered with 250. */
    public List<SmtpHandler.ReceivedMessage> messages() {
        return messages;
    }

    /** Returns all replies, the greeting first. */
    public String replies() {
        return replies.toString(StandardCharsets.ISO_8859_1);
    }

    /** Returns whether the session closed the connection. */
    public boolean isClosed() {
        return closed;
    }
}
