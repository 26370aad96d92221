package io.godwit.inbound.mail;

import io.godwit.bus.Bus;
import io.godwit.core.PollLoop;
import io.godwit.core.id.ProjectId;
import io.godwit.inbound.settings.AcceptanceSettings;
import io.godwit.web.limits.AddressRateLimiter;
import io.vertx.core.Vertx;
import java.util.List;

/**
 * How much mail one client may hand in, and how much one project gets, in a minute, over all nodes. Bounces to a signed return
 * path are not asked about: a relay may have many of them, and nobody makes one up.
 */
public final class InboundRateLimiter {

    private final AddressRateLimiter clients;
    private final AddressRateLimiter projects;

    public InboundRateLimiter(AcceptanceSettings settings) {
        this.clients = new AddressRateLimiter("inbound.clients", settings.perClient(), System::nanoTime);
        this.projects = new AddressRateLimiter("inbound.projects", settings.perProject(), System::nanoTime);
    }

    /** Begins the exchange with the other nodes; stop the loops to end it. */
    List<PollLoop> start(Vertx vertx, Bus bus) {
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
