package io.godwit.kit.smtp;

import io.godwit.kit.rules.MessageRules;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * A scripted mail server. What it does is chosen by the address ({@link SinkBehaviour.Asked}) or by rules for a stage; what it
 * saw is kept as messages and as a ledger. Everything here may be called from any thread.
 *
 * <pre>{@code
 * try (var sink = SmtpSink.start(vertx)) {
 *     sink.rule(SinkPoint.MAIL, 3, new SinkBehaviour.Reply("451 4.3.0 Later"));
 *     … send …
 *     assertThat(sink.next().recipient()).isEqualTo("ada@example.test");
 * }
 * }</pre>
 *
 * <p>Whatever a test is about, each message must keep the {@link MessageRules}: {@link #close()} fails when one does not.
 */
public final class SmtpSink implements AutoCloseable {

    /** The time {@link #next()} and {@link #awaitMessages(int)} wait. */
    public static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Fixed, so that the kernel does not let it grow until it holds a whole message that nobody reads ({@link SinkPoint#BODY}). */
    private static final int RECEIVE_BUFFER = 256 << 10;

    private final NetServer server;
    private final SinkOptions options;
    private final SinkRules rules = new SinkRules();
    private final Object lock = new Object();
    private final List<SinkMessage> messages = new ArrayList<>();
    private final List<SinkExchange> ledger = new ArrayList<>();
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong connections = new AtomicLong();
    private final AtomicLong open = new AtomicLong();
    private final AtomicLong mostOpen = new AtomicLong();
    private final Set<NetSocket> sockets = ConcurrentHashMap.newKeySet();
    private final List<String> serverNames = new ArrayList<>();
    private final List<String> breaches = new ArrayList<>();
    private boolean judging = true;
    private int read;

    private SmtpSink(Vertx vertx, SinkOptions options) {
        this.options = options;
        this.server = vertx.createNetServer(serverOptions(options));
        this.server.connectHandler(socket -> new SinkSession(vertx, socket, this, options, rules).begin());
    }

    private static NetServerOptions serverOptions(SinkOptions options) {
        var listening = new NetServerOptions()
                .setHost(options.host())
                .setPort(options.port())
                .setReceiveBufferSize(RECEIVE_BUFFER);
        options.certificate().ifPresent(certificate -> listening.setKeyCertOptions(certificate.serverOptions()));
        return listening
                .setSsl(options.implicitTls())
                .setSni(options.certificate().isPresent());
    }

    /** Listens on a free loopback port, without TLS and AUTH. */
    public static SmtpSink start(Vertx vertx) {
        return start(vertx, SinkOptions.plain());
    }

    /** Must not be called from an event loop. */
    public static SmtpSink start(Vertx vertx, SinkOptions options) {
        var sink = new SmtpSink(vertx, options);
        sink.server.listen().await();
        return sink;
    }

    public String host() {
        return options.host();
    }

    public int port() {
        return server.actualPort();
    }

    /** Does this at a stage the next {@code times} times; earlier rules go first. */
    public SmtpSink rule(SinkPoint point, long times, SinkBehaviour behaviour) {
        rules.add(point, "", behaviour, times);
        return this;
    }

    /** Does this at the RCPT of every address that begins with {@code prefix}, until {@link #polite()}. */
    public SmtpSink ruleFor(String prefix, SinkBehaviour behaviour) {
        rules.add(SinkPoint.RCPT, prefix, behaviour, Long.MAX_VALUE);
        return this;
    }

    /** Does this at a stage until {@link #polite()}. */
    public SmtpSink rule(SinkPoint point, SinkBehaviour behaviour) {
        return rule(point, Long.MAX_VALUE, behaviour);
    }

    /**
     * Does at a stage what the function says, until {@link #polite()}; it gets the address, as {@link #ruleFor} does, and is called
     * on the event loop of the connection.
     */
    public SmtpSink choose(SinkPoint point, Function<String, Optional<SinkBehaviour>> choice) {
        rules.add(point, choice);
        return this;
    }

    /** Stops the next session that reaches this stage before it is answered. */
    public SinkGate hold(SinkPoint point) {
        var gate = new SinkGate();
        rule(point, 1, new SinkBehaviour.Held(gate));
        return gate;
    }

    /** Takes the next message whose final dot comes, for good, but keeps its 250 back until the gate is opened. */
    public SinkGate take() {
        var gate = new SinkGate();
        rule(SinkPoint.DOT, 1, new SinkBehaviour.Taken(gate));
        return gate;
    }

    /** Forgets every rule; addresses still ask for what their local part says. */
    public void polite() {
        rules.clear();
    }

    /** The number of messages answered with 250; counted in every mode. */
    public long accepted() {
        return accepted.get();
    }

    /** The names that clients asked for in their handshakes, in order. */
    public List<String> serverNames() {
        synchronized (lock) {
            return List.copyOf(serverNames);
        }
    }

    /** The number of connections ever made. */
    public long connections() {
        return connections.get();
    }

    /** The number of connections that are open now. */
    public long openConnections() {
        return open.get();
    }

    /** The messages answered with 250, in order. */
    public List<SinkMessage> messages() {
        return everything().stream().filter(SinkMessage::accepted).toList();
    }

    /** Every message whose final dot was read, whatever was answered. */
    public List<SinkMessage> everything() {
        synchronized (lock) {
            return List.copyOf(messages);
        }
    }

    /** Every stage reached and what was answered, in order. */
    public List<SinkExchange> ledger() {
        synchronized (lock) {
            return List.copyOf(ledger);
        }
    }

    /** The stage's lines of the ledger. */
    public List<SinkExchange> ledger(SinkPoint point) {
        return ledger().stream().filter(exchange -> exchange.point() == point).toList();
    }

    /** The next accepted message nobody has read yet. */
    public SinkMessage next() {
        return next(TIMEOUT);
    }

    public SinkMessage next(Duration deadline) {
        await("a message", deadline, () -> unread().isPresent());
        synchronized (lock) {
            var next = unread().orElseThrow();
            read = messages.indexOf(next) + 1;
            return next;
        }
    }

    private Optional<SinkMessage> unread() {
        synchronized (lock) {
            return messages.subList(read, messages.size()).stream()
                    .filter(SinkMessage::accepted)
                    .findFirst();
        }
    }

    /** Waits until {@code count} messages were accepted since the start, and answers all that are kept. */
    public List<SinkMessage> awaitMessages(int count) {
        return awaitMessages(count, TIMEOUT);
    }

    public List<SinkMessage> awaitMessages(int count, Duration deadline) {
        await(count + " messages", deadline, () -> accepted.get() >= count);
        return messages();
    }

    private void await(String what, Duration deadline, BooleanSupplier reached) {
        var end = System.nanoTime() + deadline.toNanos();
        while (!reached.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError(
                        "The sink waited " + deadline + " in vain for " + what + "; it accepted " + accepted);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Takes messages however they look: for tests of the sink, and of what carries bytes that others have built. */
    public SmtpSink unjudged() {
        judging = false;
        return this;
    }

    /** Forgets messages and ledger; rules and counters stay. */
    public void forget() {
        synchronized (lock) {
            judge();
            messages.clear();
            ledger.clear();
            read = 0;
        }
    }

    /** The most connections there ever were at once. */
    public long mostConnections() {
        return mostOpen.get();
    }

    /** Closes every connection without a word, as a server does with those that are idle. */
    public void hangUp() {
        Future.join(sockets.stream().map(NetSocket::close).toList()).await();
    }

    long opened(NetSocket socket) {
        sockets.add(socket);
        mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
        return connections.incrementAndGet();
    }

    void closed(NetSocket socket) {
        sockets.remove(socket);
        open.decrementAndGet();
    }

    void encrypted(String serverName) {
        synchronized (lock) {
            serverNames.add(serverName);
        }
    }

    void wrote(SinkExchange exchange) {
        if (!options.countOnly()) {
            synchronized (lock) {
                ledger.add(exchange);
            }
        }
    }

    void took(SinkMessage message) {
        if (!options.countOnly()) {
            synchronized (lock) {
                messages.add(message);
            }
        }
        accepted.addAndGet(message.accepted() ? 1 : 0);
    }

    /** Under the lock. */
    private void judge() {
        if (judging) {
            for (var message : messages) {
                MessageRules.broken(message.bytes())
                        .forEach(breach -> breaches.add(breach + ", in the mail to " + message.recipients()));
            }
        }
    }

    /** Fails when a message it has got breaks a rule of the wire. */
    @Override
    public void close() {
        server.close().await();
        synchronized (lock) {
            judge();
        }
        if (!breaches.isEmpty()) {
            throw new AssertionError("What came to the sink breaks rules of the wire: " + String.join("\n", breaches));
        }
    }
}
