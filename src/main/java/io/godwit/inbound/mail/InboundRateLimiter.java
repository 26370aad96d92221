package io.godwit.inbound.mail;

import io.godwit.bus.Bus;
import io.godwit.core.PollLoop;
import io.godwit.core.id.ProjectId;
import io.godwit.inbound.settings.AcceptanceSettings;
import io.godwit.web.limits.AddressRateLimiter;
import io.vertx.core.Vertx;
import java.util.List;

/**
 * Limits the messages per minute of one client and to one project, over all nodes. Bounces to a signed return path are not
 * limited here: a relay may have many of them, and return paths cannot be forged. {@link ReturnPathLimiter} limits those to one.
 */
public final class InboundRateLimiter {

    private final AddressRateLimiter clients;
    private final AddressRateLimiter projects;

    public InboundRateLimiter(AcceptanceSettings settings) {
        this.clients = new AddressRateLimiter("inbound.clients", settings.perClient(), System::nanoTime);
        this.projects = new AddressRateLimiter("inbound.projects", settings.perProject(), System::nanoTime);
    }

    /** Starts the exchange of counts with the other nodes; stop the loops to end it. */
    List<PollLoop> start(Vertx vertx, Bus bus) {
        return List.of(clients.start(vertx, bus), projects.start(vertx, bus));
    }

    /** Counts one recipient of a client's message; returns false when its minute is used up. */
    boolean admitClient(String address) {
        return clients.admit(address);
    }

    /** Counts one message to each of these projects; returns false when the minute of one of them is used up. */
    boolean admitProjects(List<ProjectId> receiving) {
        return receiving.stream().allMatch(project -> projects.admit(project.toString()));
    }
}
