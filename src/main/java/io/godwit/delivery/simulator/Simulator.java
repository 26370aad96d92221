package io.godwit.delivery.simulator;

import io.godwit.core.Crypto;
import io.godwit.db.Database;
import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.Transport;
import io.godwit.smtp.client.RelayTransport;
import io.godwit.smtp.server.SmtpServer;
import io.godwit.smtp.server.SmtpServerSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;

/**
 * The delivery simulator of a node: an SMTP server on a free port of the loopback interface that plays the mail systems of
 * simulated addresses, and the transport that hands their emails to it.
 */
public final class Simulator {

    private static final String LOOPBACK = "127.0.0.1";

    /** Longer than the longest delay the server takes for a reply. */
    private static final Duration TIMEOUT = SimulatorAddress.MAX_DELAY.multipliedBy(2);

    /** The limits of the SMTP server: one client, this node itself, one recipient a message, and the largest it sends. */
    private static final SmtpServerSettings SMTP_SETTINGS = new SmtpServerSettings(
            LOOPBACK,
            0,
            "localhost Godwit delivery simulator",
            50 << 20,
            1L << 30,
            10_000,
            10_000,
            1,
            0,
            Duration.ZERO,
            Optional.empty());

    private final SmtpServer server;
    private final Transport transport;

    private Simulator(SmtpServer server, Transport transport) {
        this.server = server;
        this.transport = transport;
    }

    /** The features that a simulated mail system and its users act on. */
    public record Dependencies(Database database, Crypto crypto, ReportReceiver reports, LinkVisitor visitor) {}

    /**
     * Completes when the server listens.
     *
     * @param domain of the simulated addresses
     * @param settings of the real mail server, for the number of connections
     * @param others the transport for all other recipients, which the caller closes
     */
    public static Future<Simulator> start(
            Vertx vertx, String domain, Dependencies dependencies, RelaySettings settings, Transport others) {
        return SmtpServer.open(vertx, SMTP_SETTINGS, new SimulatorHandler(vertx, domain, dependencies))
                .map(server -> new Simulator(
                        server,
                        new SimulatorTransport(
                                new SimulatorDomain(Optional.of(domain)),
                                RelayTransport.create(vertx, settings.onLoopback(server.port(), TIMEOUT)),
                                others)));
    }

    /** Returns the transport that hands simulated recipients to the simulator and others to the real mail server. */
    public Transport transport() {
        return transport;
    }

    /** Closes the simulator; not the transport of other recipients. */
    public Future<Void> close() {
        return transport.close().eventually(server::close);
    }
}
