package io.godwit.smtp.server;

import io.godwit.web.limits.ConnectionCounter;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Accepts SMTP connections (RFC 5321) and lets a {@link SmtpHandler} decide about messages. Connections, their commands and the
 * octets they hold are bounded. The end of data is accepted in its one correct form only, so a second message cannot be
 * smuggled into the first.
 *
 * <p>All its state belongs to the context it was opened on.
 */
public final class SmtpServer {

    private final SmtpServerSettings settings;
    private final SmtpHandler handler;
    private final NetServer server;
    private final Set<SmtpSession> sessions = new HashSet<>();
    private final ConnectionCounter connections;
    private final AtomicLong memoryInUse = new AtomicLong();

    private SmtpServer(Vertx vertx, SmtpServerSettings settings, SmtpHandler handler) {
        this.settings = settings;
        this.handler = handler;
        this.connections = new ConnectionCounter(settings.perPeer());
        this.server = vertx.createNetServer(options(settings));
    }

    /** Completes when the server listens; fails when the port is taken. */
    public static Future<SmtpServer> open(Vertx vertx, SmtpServerSettings settings, SmtpHandler handler) {
        var server = new SmtpServer(vertx, settings, handler);
        server.server.connectHandler(server::onConnect);
        return server.server.listen().map(ignored -> server);
    }

    private static NetServerOptions options(SmtpServerSettings settings) {
        var options = new NetServerOptions()
                .setHost(settings.host())
                .setPort(settings.port())
                .setIdleTimeout((int) settings.idleTimeout().toMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
        settings.certificate().ifPresent(options::setKeyCertOptions);
        return options;
    }

    private synchronized void onConnect(NetSocket socket) {
        var peerAddress = socket.remoteAddress().hostAddress();
        if (sessions.size() >= settings.connections() || !connections.open(peerAddress)) {
            SmtpSession.say(socket, "421 4.3.2 Too many connections, come again later");
            socket.close();
            return;
        }
        var session = new SmtpSession(socket, settings, handler, this::reserve);
        sessions.add(session);
        socket.closeHandler(ignored -> onClose(session, peerAddress));
        session.begin();
    }

    private synchronized void onClose(SmtpSession session, String peerAddress) {
        session.end();
        sessions.remove(session);
        connections.close(peerAddress);
    }

    /** Reserves space for this many more octets, or frees it for a negative number; false when there is none. */
    private boolean reserve(long octets) {
        var now = memoryInUse.addAndGet(octets);
        if (octets > 0 && now > settings.memoryBudget()) {
            memoryInUse.addAndGet(-octets);
            return false;
        }
        return true;
    }

    public int port() {
        return server.actualPort();
    }

    /**
     * Stops accepting connections and closes the open ones. A message whose final dot is unanswered is repeated by its client.
     */
    public Future<Void> close() {
        return server.close();
    }
}
