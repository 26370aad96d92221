package io.godwit.smtp.client;

import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.TlsFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * Opens sessions from one local address. Remembers the hosts whose encryption or pipelining is broken for three days.
 *
 * <p>May be shared by contexts; a session belongs to the context it was opened on.
 */
public final class SmtpClient {

    private final Vertx vertx;
    private final NetClient connections;
    private final HostMemory brokenTls = new HostMemory();
    private final HostMemory brokenPipelining = new HostMemory();

    private SmtpClient(Vertx vertx, NetClient connections) {
        this.vertx = vertx;
        this.connections = connections;
    }

    /**
     * Creates a client.
     *
     * @param localAddress the egress address; empty leaves the choice to the system
     */
    public static SmtpClient create(Vertx vertx, Optional<String> localAddress) {
        return new SmtpClient(vertx, vertx.createNetClient(options(localAddress)));
    }

    /**
     * The time without an octet in either direction after which a connection is cut: longer than the longest wait for a reply, the ten
     * minutes of the final dot (RFC 5321 §4.5.3.2.6). A close waits for the octets before it, so without this limit a connection to
     * a server that reads nothing more would stay for ever.
     */
    private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(11);

    /** The time {@link #close} waits for connections whose servers do not read. */
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

    /**
     * Asks for quick ACKs: without them Linux delays the last ACK of the handshake by up to 200 ms, because it expects the client
     * to speak first, and the server's greeting comes as much later (measured 2026-11-22: 203 ms instead of 0.2 ms).
     */
    static NetClientOptions options(Optional<String> localAddress) {
        var options = new NetClientOptions()
                .setTcpQuickAck(true)
                .setTcpKeepAlive(true)
                .setIdleTimeout((int) IDLE_TIMEOUT.toSeconds());
        localAddress.ifPresent(options::setLocalAddress);
        return options;
    }

    /**
     * Opens a session on the caller's context, which must be one of an event loop. Fails with an {@link SmtpException} of the
     * stage CONNECT, which tells the reply of the server or the failure of encryption, if there was one.
     */
    public Future<SmtpClientSession> open(SmtpTarget target) {
        var mode = target.tls().mode();
        var mayFallBack =
                mode == RelaySettings.Tls.OPPORTUNISTIC && target.credentials().isEmpty();
        if (mayFallBack && brokenTls.contains(target.address())) {
            return connect(target.inClear());
        }
        return connect(target).recover(error -> {
            if (mayFallBack && isHandshake(error)) {
                brokenTls.add(target.address());
                return connect(target.inClear());
            }
            return Future.failedFuture(error);
        });
    }

    private static boolean isHandshake(Throwable error) {
        return error instanceof SmtpException failure
                && failure.tlsFailure()
                        .filter(tls -> tls.kind() == TlsFailure.Kind.HANDSHAKE)
                        .isPresent();
    }

    private Future<SmtpClientSession> connect(SmtpTarget target) {
        var lockstep = brokenPipelining.contains(target.address());
        return new SessionOpener(vertx, target)
                .open(connections, lockstep)
                .map(opened -> new SmtpClientSession(opened, () -> brokenPipelining.add(target.address())));
    }

    /** Closes all connections at once. Completes after 5 s at the latest; what a server does not read ends with this process. */
    public Future<Void> close() {
        var closed = Promise.<Void>promise();
        var timer = vertx.setTimer(CLOSE_LIMIT.toMillis(), ignored -> closed.tryComplete());
        connections.close().onComplete(ended -> {
            vertx.cancelTimer(timer);
            if (ended.succeeded()) {
                closed.tryComplete();
            } else {
                closed.tryFail(ended.cause());
            }
        });
        return closed.future();
    }
}
