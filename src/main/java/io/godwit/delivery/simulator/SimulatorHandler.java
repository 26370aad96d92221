package io.godwit.delivery.simulator;

import io.godwit.core.VerpCodec;
import io.godwit.db.Database;
import io.godwit.smtp.message.HeaderSection;
import io.godwit.smtp.server.SmtpHandler;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The mail system behind simulated addresses. What it sends back is stored before it accepts the email, so that no crash loses
 * it.
 */
final class SimulatorHandler implements SmtpHandler {

    private static final String ACCEPTED = "250 2.0.0 Accepted by the delivery simulator";
    private static final String UNKNOWN = "550 5.1.1 The delivery simulator has no address of this name";

    private final Vertx vertx;
    private final String domain;
    private final Database database;
    private final VerpCodec verp;
    private final ReportReceiver reports;
    private final SimulatedReader reader;
    private final SimulatorStore store = new SimulatorStore();

    SimulatorHandler(Vertx vertx, String domain, Simulator.Dependencies dependencies) {
        this.vertx = vertx;
        this.domain = domain;
        this.database = dependencies.database();
        this.verp = new VerpCodec(dependencies.crypto());
        this.reports = dependencies.reports();
        this.reader = new SimulatedReader(vertx, dependencies.visitor());
    }

    @Override
    public Future<Optional<String>> refusal(SmtpPeer peer, String from, String recipient) {
        var address = address(recipient);
        return Future.succeededFuture(
                switch (address.behaviour()) {
                    case BOUNCE -> Optional.of(address.refusal());
                    case UNKNOWN -> Optional.of(UNKNOWN);
                    default -> Optional.empty();
                });
    }

    /** Ends a message; it has one recipient. */
    @Override
    public Future<String> receive(ReceivedMessage received) {
        var recipient = received.recipients().get(0);
        var address = address(recipient);
        var message = received.message();
        var report = new SimulatedReport(domain, received.from(), recipient, message);
        return switch (address.behaviour()) {
            case DEFER -> defer(address, message);
            case SLOW ->
                vertx.timer(Math.max(1, address.delay().toMillis()), TimeUnit.MILLISECONDS)
                        .map(ACCEPTED);
            case DELIVERED -> answered(received.from(), report.deliveryStatus("delivered", "2.1.5", ACCEPTED));
            case ASYNC_BOUNCE ->
                answered(received.from(), report.deliveryStatus("failed", address.status(), address.refusal()));
            case COMPLAIN -> answered(received.from(), report.complaint());
            case AUTO_REPLY -> answered(received.from(), report.autoReply());
            case OPEN -> read(() -> reader.open(message));
            case CLICK -> read(() -> reader.click(message));
            case BOUNCE, SUPPRESSED, UNKNOWN -> Future.succeededFuture(ACCEPTED);
        };
    }

    private Future<String> answered(String returnPath, byte[] message) {
        return reports.receive(returnPath, message).map(ACCEPTED);
    }

    private static Future<String> read(Runnable reading) {
        reading.run();
        return Future.succeededFuture(ACCEPTED);
    }

    private Future<String> defer(SimulatorAddress address, byte[] message) {
        return HeaderSection.of(message)
                .first(VerpCodec.HEADER)
                .flatMap(verp::readToken)
                .map(email -> store.countDeferrals(database.workers(), email))
                .orElse(Future.succeededFuture(address.deferrals()))
                .map(count -> count < address.deferrals()
                        ? "451 4.3.0 Simulated deferral " + (count + 1) + " of " + address.deferrals()
                        : ACCEPTED);
    }

    private static SimulatorAddress address(String recipient) {
        return SimulatorAddress.parse(recipient.substring(0, Math.max(0, recipient.lastIndexOf('@'))));
    }
}
