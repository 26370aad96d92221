package io.godwit.smtp.client;

import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.TlsFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
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
     * Asks for quick ACKs: without them Linux delays the last ACK of the handshake by up to 200 ms, because it expects the client
     * to speak first, and the server's greeting comes as much later (measured 2026-11-22: 203 ms instead of 0.2 ms).
     */
    static NetClientOptions options(Optional<String> localAddress) {
        var options = new NetClientOptions().setTcpQuickAck(true).setTcpKeepAlive(true);
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

    /** Closes all connections at once. */
    public Future<Void> close() {
        return connections.close();
    }
}
