package io.godwit.inbound;

import io.godwit.bus.Bus;
import io.godwit.core.Loop;
import io.godwit.core.ProjectId;
import io.godwit.web.AddressLimits;
import io.vertx.core.Vertx;
import java.util.List;

/**
 * How much mail one client may hand in, and how much one project gets, in a minute, over all nodes. Bounces to a signed return
 * path are not asked about: a relay may have many of them, and nobody makes one up.
 */
final class InboundLimits {

    private final AddressLimits clients;
    private final AddressLimits projects;

    InboundLimits(AcceptanceSettings settings) {
        this.clients = new AddressLimits("inbound.clients", settings.perClient(), System::nanoTime);
        this.projects = new AddressLimits("inbound.projects", settings.perProject(), System::nanoTime);
    }

    /** Begins the exchange with the other nodes; stop the loops to end it. */
    List<Loop> start(Vertx vertx, Bus bus) {
        return List.of(clients.start(vertx, bus), projects.start(vertx, bus));
    }

    /** Counts one recipient of a client's mail; false when it has used up its minute. */
    boolean admitClient(String address) {
        return clients.admit(address);
    }

    /** Counts one mail to each of these; false when one of them has used up its minute. */
    boolean admitProjects(List<ProjectId> receiving) {
        return receiving.stream().allMatch(project -> projects.admit(project.toString()));
    }
}
