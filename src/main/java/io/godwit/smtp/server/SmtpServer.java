package io.godwit.smtp.server;

import io.godwit.core.Timeouts;
import io.godwit.web.limits.ConnectionCounter;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.ServerSSLOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts SMTP connections (RFC 5321) and lets a {@link SmtpHandler} decide about messages. Connections, their commands and the
 * octets they hold are bounded. The end of data is accepted in its one correct form only, so a second message cannot be
 * smuggled into the first.
 *
 * <p>Opened and closed on one context. The set of connections is guarded by this object, because each connection opens and closes on
 * the context of its socket.
 */
public final class SmtpServer {

    private static final Logger LOG = LoggerFactory.getLogger(SmtpServer.class);

    /** The time the sessions get to say their last reply. */
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(5);

    /** The time between two looks at the files of the certificate. */
    private static final Duration CERTIFICATE_INTERVAL = Duration.ofSeconds(1);

    private static final String TOO_MANY = "421 4.3.2 Too many connections, come again later";

    private final Vertx vertx;
    private final SmtpServerSettings settings;
    private final Supplier<? extends SmtpHandler> handlers;
    private final NetServer server;
    private final Set<SmtpServerConnection> open = new HashSet<>();
    private final ConnectionCounter connections;
    private final AtomicLong memoryInUse = new AtomicLong();

    private final List<Long> timers = new ArrayList<>();
    private volatile Optional<ServerSSLOptions> renewed = Optional.empty();
    private boolean closing;

    private SmtpServer(Vertx vertx, SmtpServerSettings settings, Supplier<? extends SmtpHandler> handlers) {
        this.vertx = vertx;
        this.settings = settings;
        this.handlers = handlers;
        this.connections = new ConnectionCounter(settings.perPeer());
        this.server = vertx.createNetServer(options(settings));
    }

    /** Completes when the server listens; fails when the port is taken. */
    public static Future<SmtpServer> open(Vertx vertx, SmtpServerSettings settings, SmtpHandler handler) {
        return open(vertx, settings, () -> handler);
    }

    /** Opens a server likewise, with a handler of its own for every connection. */
    public static Future<SmtpServer> open(
            Vertx vertx, SmtpServerSettings settings, Supplier<? extends SmtpHandler> handlers) {
        var server = new SmtpServer(vertx, settings, handlers);
        server.server.connectHandler(server::onConnect);
        return server.server.listen().map(ignored -> server.watched());
    }

    /** Returns the options; a connection that does not even take its 421 for being idle is closed after the same time again. */
    private static NetServerOptions options(SmtpServerSettings settings) {
        var options = new NetServerOptions()
                .setHost(settings.host())
                .setPort(settings.port())
                .setIdleTimeout((int) (2 * settings.idleTimeout().toMillis()))
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                .setSsl(settings.implicitTls());
        settings.certificate().ifPresent(options::setKeyCertOptions);
        return options;
    }

    private SmtpServer watched() {
        var idle = settings.idleTimeout();
        if (!idle.isZero()) {
            timers.add(vertx.setPeriodic(Math.max(1, idle.toMillis() / 8), ignored -> endIdle(idle)));
        }
        settings.certificate()
                .flatMap(CertificateReloader::of)
                .ifPresent(files -> timers.add(
                        vertx.setPeriodic(CERTIFICATE_INTERVAL.toMillis(), ignored -> readCertificate(files))));
        return this;
    }

    private synchronized void endIdle(Duration idle) {
        open.forEach(connection -> connection.endIfIdle(idle.toNanos()));
    }

    /** Uses a certificate that was renewed for connections from now on; one that cannot be read leaves the last in use. */
    private void readCertificate(CertificateReloader files) {
        vertx.executeBlocking(() -> files.renewed(vertx), false)
                .compose(renewed -> renewed.map(this::use).orElseGet(Future::succeededFuture))
                .onFailure(error -> LOG.warn("The certificate of the SMTP server cannot be read", error));
    }

    private Future<Void> use(KeyCertOptions certificate) {
        LOG.info("The SMTP server uses its renewed certificate");
        var options = new ServerSSLOptions().setKeyCertOptions(certificate);
        renewed = Optional.of(options);
        return settings.implicitTls() ? server.updateSSLOptions(options, true).mapEmpty() : Future.succeededFuture();
    }

    private synchronized void onConnect(NetSocket socket) {
        var peerAddress = socket.remoteAddress().hostAddress();
        if (closing || open.size() >= settings.connections() || !connections.open(peerAddress)) {
            SmtpServerConnection.reply(socket, TOO_MANY);
            socket.close();
            return;
        }
        var context = vertx.getOrCreateContext();
        var connection =
                new SmtpServerConnection(context, socket, settings, handlers.get(), this::reserve, () -> renewed);
        open.add(connection);
        socket.closeHandler(ignored -> onClose(connection, peerAddress));
        connection.begin();
    }

    private synchronized void onClose(SmtpServerConnection connection, String peerAddress) {
        connection.end();
        open.remove(connection);
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

    /** Returns the port the server listens on, also where the settings leave its choice to the system. */
    public int port() {
        return server.actualPort();
    }

    /**
     * Accepts no more connections and ends the open ones, each after the reply it owes, at the latest after some seconds. A
     * message whose final dot is unanswered then is repeated by its client.
     */
    public Future<Void> close() {
        timers.forEach(vertx::cancelTimer);
        return Timeouts.within(DRAIN_TIMEOUT, Future.join(stopConnections()))
                .otherwiseEmpty()
                .eventually(server::close)
                .mapEmpty();
    }

    private synchronized List<Future<Void>> stopConnections() {
        closing = true;
        return open.stream().map(SmtpServerConnection::stop).toList();
    }
}
