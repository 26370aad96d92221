package io.godwit.web.limits;

import io.godwit.bus.Bus;
import io.godwit.core.PollLoop;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * Limits the requests of a project and of a signed-in user per minute over all nodes, each in a window that slides by the second.
 * One per node; safe from any thread.
 *
 * <p>A project's requests that all go to one of n nodes get an n-th at once, and more as soon as the others have said that they
 * are not used.
 */
public final class ProjectRequestLimiter {

    private static final int SLOTS = 60;

    private final int perMinute;
    private final int perUser;
    private final ClusterRateCounter counter;

    /**
     * @param perMinute for a project without a limit of its own; 0 = no limit
     * @param perUser for a signed-in user, wherever the user acts; 0 = no limit
     * @param nanos a monotonic clock
     */
    public ProjectRequestLimiter(int perMinute, int perUser, LongSupplier nanos) {
        this.perMinute = perMinute;
        this.perUser = perUser;
        this.counter = new ClusterRateCounter("ratelimit.projects", SLOTS, Integer.MAX_VALUE, nanos);
    }

    /** Begins the exchange with the other nodes on the caller's context; stop the loop to end it. */
    public PollLoop start(Vertx vertx, Bus bus) {
        return counter.start(vertx, bus);
    }

    /** Counts one request of a project; empty when there is no limit. */
    public Optional<LimitDecision> admit(UUID project, int ownLimit) {
        return count(project, ownLimit > 0 ? ownLimit : perMinute);
    }

    /** Counts one request of a signed-in user, who uses up nothing of the project's; empty when there is no limit. */
    public Optional<LimitDecision> admitUser(UUID user) {
        return count(user, perUser);
    }

    private Optional<LimitDecision> count(UUID caller, int limit) {
        return limit == 0 ? Optional.empty() : Optional.of(decision(limit, counter.admit(caller, limit)));
    }

    /** True when another node has published its counts. */
    boolean hasPeers() {
        return counter.hasPeers();
    }

    private static LimitDecision decision(int limit, SlidingWindow.CountResult result) {
        var retry = result.left() > 0 ? 1 : result.slotsUntilRelief();
        return new LimitDecision(result.admitted(), limit, result.left(), result.slotsUntilRelief(), retry);
    }

    /**
     * The decision on one request, with the numbers of its {@code RateLimit} headers.
     *
     * @param resetSeconds until the oldest request counted leaves the window
     * @param retrySeconds after which a refused request may be tried again
     */
    public record LimitDecision(boolean admitted, int limit, int remaining, int resetSeconds, int retrySeconds) {}
}
