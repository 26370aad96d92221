package io.godwit.modules;

import io.godwit.config.NodeRole;
import io.godwit.delivery.simulator.Simulator;
import io.godwit.smtp.Transport;
import io.vertx.core.Future;
import java.util.Optional;

/** Wires the delivery simulator in front of the transport, on nodes that send. */
public final class SimulatorModule implements FeatureModule {

    private final Optional<Simulator> simulator;
    private final Transport transport;

    /** Blocks until the simulator listens. */
    public SimulatorModule(
            NodeContext node, InboundModule inbound, TrackingModule tracking, TransportModule transport) {
        var dependencies = new Simulator.Dependencies(
                node.database(), node.crypto(), inbound.acceptor()::acceptSimulated, tracking.visits()::visit);
        this.simulator = node.settings()
                .simulator()
                .name()
                .filter(ignored -> node.has(NodeRole.SEND))
                .map(domain -> Simulator.start(
                                node.vertx(),
                                domain,
                                dependencies,
                                node.settings().mail(),
                                transport.outgoing())
                        .await());
        this.transport = simulator.map(Simulator::transport).orElseGet(transport::outgoing);
    }

    /** The transport that hands emails to simulated addresses to the simulator. */
    Transport transport() {
        return transport;
    }

    @Override
    public Future<?> close() {
        return simulator.map(Simulator::close).orElseGet(Future::succeededFuture);
    }
}
