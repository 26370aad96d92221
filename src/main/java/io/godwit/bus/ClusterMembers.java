package io.godwit.bus;

import io.godwit.core.StartupException;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Lists the nodes that are members now, as far as this node knows. A dead node is noticed within about 12 s, at once when its
 * sockets close; in a split network each side sees only itself. So the list may size a share or cut a wait short, but decides
 * nothing.
 */
public final class ClusterMembers {

    /** Time after a loss in which the lost node may still run, on the other side of a network split. */
    private static final Duration LOSS_GRACE = Duration.ofMinutes(1);

    /**
     * This node's view of its cluster.
     *
     * @param expected number of nodes the settings name, this one included; 0 when they name none
     * @param most highest number of members there have been
     * @param since time a node last came or went
     * @param running false when this node's own member has ended
     */
    public record State(int members, int expected, int most, Instant since, boolean running) {

        /** True when every node the settings name is here, and there has never been one that they do not name. */
        private boolean isWhole() {
            return running && members == expected && most == expected;
        }
    }

    private final String self;
    private final Supplier<Set<String>> all;
    private final Supplier<State> state;
    private final BooleanSupplier lostOne;

    private ClusterMembers(String self, Supplier<Set<String>> all, Supplier<State> state, BooleanSupplier lostOne) {
        this.self = self;
        this.all = all;
        this.state = state;
        this.lostOne = lostOne;
    }

    /** Fails with a {@link StartupException} when Vert.x does not give its cluster, which only an internal class of it does. */
    static ClusterMembers of(Vertx vertx) {
        if (!(vertx instanceof VertxInternal internal)) {
            throw new StartupException(
                    "Vert.x does not give its cluster (" + vertx.getClass().getName()
                            + "), so the other nodes could not be known. The version of vertx-core does not fit");
        }
        return internal.clusterManager() instanceof AuthenticatedCluster cluster ? of(cluster) : single();
    }

    private static ClusterMembers single() {
        var self = UUID.randomUUID().toString();
        var started = Instant.now();
        return new ClusterMembers(self, () -> Set.of(self), () -> new State(1, 1, 1, started, true), () -> false);
    }

    private static ClusterMembers of(AuthenticatedCluster cluster) {
        return new ClusterMembers(
                cluster.getNodeId(),
                () -> cluster.isRunning() ? Set.copyOf(cluster.getNodes()) : Set.of(cluster.getNodeId()),
                () -> state(cluster),
                () -> cluster.isRunning() && cluster.hasLostOneWithin(LOSS_GRACE));
    }

    private static State state(AuthenticatedCluster cluster) {
        var running = cluster.isRunning();
        var members = running ? cluster.getNodes().size() : 0;
        return new State(members, cluster.expected(), Math.max(members, cluster.most()), cluster.since(), running);
    }

    /** This node's id; new at every start. */
    public String self() {
        return self;
    }

    /** The ids of all nodes, this one included. Copies a local list: cheap, but not for every request. */
    public Set<String> all() {
        return all.get();
    }

    /** The number of nodes, 1 when this one is alone. */
    public int count() {
        return all.get().size();
    }

    /** The state that health and metrics show. */
    public State state() {
        return state.get();
    }

    /**
     * True when {@link #all} may lack a node that still serves: one that the settings name is not here, they do not name every
     * node, so that nobody knows how many there are, one was lost within the last minute, or this node's own member is gone.
     */
    public boolean mayLackOne() {
        return !state().isWhole() || lostOne.getAsBoolean();
    }
}
