package io.godwit.kit.net;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * A wire to a server that misbehaves when told: silent, slow, cut, or losing or holding one reply. Between two orders it forwards
 * everything. Orders hold for connections that are open and for those to come.
 */
public final class TcpProxy implements AutoCloseable {

    private final Vertx vertx;
    private final NetClient client;
    private final NetServer server;
    private final String host;
    private volatile int port;
    private final Set<ProxiedConnection> links = ConcurrentHashMap.newKeySet();
    private final Queue<HeldReply> held = new ConcurrentLinkedQueue<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private volatile Fault fault = Fault.NONE;

    private TcpProxy(Vertx vertx, String listenAddress, int listenPort, String host, int port) {
        this.vertx = vertx;
        this.host = host;
        this.port = port;
        this.client = vertx.createNetClient(new NetClientOptions().setConnectTimeout(5000));
        this.server = vertx.createNetServer().connectHandler(this::accept);
        server.listen(listenPort, listenAddress).await();
    }

    /** Listens on a free port of the loopback interface when it returns. Call from a test's own thread. */
    public static TcpProxy to(Vertx vertx, String host, int port) {
        return on(vertx, FreePorts.free(), host, port);
    }

    /** The same on a port the test has chosen, for a server that comes back where it was. */
    public static TcpProxy on(Vertx vertx, int listenPort, String host, int port) {
        return new TcpProxy(vertx, "127.0.0.1", listenPort, host, port);
    }

    /** The same on a free port of another of this machine's addresses. */
    public static TcpProxy at(Vertx vertx, String address, String host, int port) {
        return new TcpProxy(vertx, address, 0, host, port);
    }

    /** The same on a chosen port of another of this machine's addresses. */
    public static TcpProxy at(Vertx vertx, String address, int listenPort, String host, int port) {
        return new TcpProxy(vertx, address, listenPort, host, port);
    }

    public int port() {
        return server.actualPort();
    }

    /** Connections accepted so far. */
    public int accepted() {
        return accepted.get();
    }

    /** Connections open now. */
    public int open() {
        return links.size();
    }

    /** Forwards new connections to another port; those that are open stay where they are. */
    public void redirect(int otherPort) {
        port = otherPort;
    }

    /** Ends every fault: what was held back flows. */
    public void pass() {
        fault = Fault.NONE;
        for (var reply = held.poll(); reply != null; reply = held.poll()) {
            reply.link().caller().write(reply.piece());
        }
        links.forEach(ProxiedConnection::resume);
    }

    /** A black hole: connections stay open and new ones are taken, but no byte goes either way, until {@link #pass}. */
    public void stall() {
        fault = new Fault(true, Duration.ZERO, List.of(), List.of());
        links.forEach(ProxiedConnection::pause);
    }

    /** Every piece, either way, arrives this much later. */
    public void delay(Duration delay) {
        fault = new Fault(false, delay, List.of(), List.of());
    }

    /**
     * The {@code nth} piece (1 is the next) from the server that matches is lost, and its connection is cut: the server has
     * done the work and the client cannot know. Later pieces pass.
     */
    public void loseReply(int nth, Predicate<Buffer> matching) {
        fault = new Fault(false, Duration.ZERO, List.of(new ChosenReply(new AtomicInteger(nth), matching)), List.of());
    }

    /**
     * The next piece from the server that matches is held back with all that follows on its connection, until {@link #pass}: the
     * server has done the work and the client does not know yet. Other connections go on.
     */
    public void holdReply(Predicate<Buffer> matching) {
        fault = new Fault(false, Duration.ZERO, List.of(), List.of(new ChosenReply(new AtomicInteger(1), matching)));
    }

    /** Ends all open connections with a reset, on both sides. New ones are forwarded. */
    public void resetAll() {
        links.forEach(ProxiedConnection::reset);
    }

    /** New connections are refused, as by a machine without a listener; those that are open are reset. */
    @Override
    public void close() {
        server.close().await();
        resetAll();
        client.close().await();
    }

    private void accept(NetSocket caller) {
        accepted.incrementAndGet();
        caller.pause();
        client.connect(port, host).onSuccess(peer -> link(caller, peer)).onFailure(ignored -> caller.close());
    }

    private void link(NetSocket caller, NetSocket peer) {
        var link = new ProxiedConnection(caller, peer);
        links.add(link);
        caller.handler(piece -> forward(peer, piece));
        peer.handler(piece -> answer(link, piece));
        caller.closeHandler(ignored -> later(() -> end(link)));
        peer.closeHandler(ignored -> later(() -> end(link)));
        if (fault.silent()) {
            link.pause();
        } else {
            link.resume();
        }
    }

    private void end(ProxiedConnection link) {
        links.remove(link);
        link.close();
    }

    private void answer(ProxiedConnection link, Buffer piece) {
        if (fault.loses(piece)) {
            link.reset();
        } else if (fault.holds(piece)) {
            link.pause();
            held.add(new HeldReply(link, piece));
        } else {
            forward(link.caller(), piece);
        }
    }

    private void forward(NetSocket to, Buffer piece) {
        later(() -> to.write(piece));
    }

    /** An end travels as long as the pieces before it. */
    private void later(Runnable work) {
        var delay = fault.delay().toMillis();
        if (delay > 0) {
            vertx.setTimer(delay, ignored -> work.run());
        } else {
            work.run();
        }
    }

    private record Fault(boolean silent, Duration delay, List<ChosenReply> lost, List<ChosenReply> held) {

        private static final Fault NONE = new Fault(false, Duration.ZERO, List.of(), List.of());

        boolean loses(Buffer piece) {
            return lost.stream().anyMatch(reply -> reply.is(piece));
        }

        boolean holds(Buffer piece) {
            return held.stream().anyMatch(reply -> reply.is(piece));
        }
    }

    private record HeldReply(ProxiedConnection link, Buffer piece) {}

    private record ChosenReply(AtomicInteger left, Predicate<Buffer> matching) {

        boolean is(Buffer piece) {
            return matching.test(piece) && left.decrementAndGet() == 0;
        }
    }
}
