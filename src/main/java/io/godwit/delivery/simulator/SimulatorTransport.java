package io.godwit.delivery.simulator;

import io.godwit.smtp.Envelope;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.Transport;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Hands messages to simulated recipients to the simulator and all others to the real transport. */
final class SimulatorTransport implements Transport {

    private final SimulatorDomain domain;
    private final Transport simulator;
    private final Transport others;

    SimulatorTransport(SimulatorDomain domain, Transport simulator, Transport others) {
        this.domain = domain;
        this.simulator = simulator;
        this.others = others;
    }

    /** Returns the number of the real transport; the simulator has as many. */
    @Override
    public int slots() {
        return others.slots();
    }

    @Override
    public int overlap() {
        return others.overlap();
    }

    @Override
    public Future<SmtpReply> send(Envelope envelope, byte[] message, SmtpProgress progress) {
        return (domain.contains(envelope.recipient().domain()) ? simulator : others).send(envelope, message, progress);
    }

    @Override
    public Transport through(List<String> relays) {
        return relays.isEmpty() ? this : new SimulatorTransport(domain, simulator, others.through(relays));
    }

    @Override
    public Optional<String> outage() {
        return others.outage();
    }

    /** Closes the connections to the simulator; the owner of the real transport closes that. */
    @Override
    public Future<Void> close() {
        return simulator.close();
    }
}
