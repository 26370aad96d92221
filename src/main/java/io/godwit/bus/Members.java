package io.godwit.bus;

import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The nodes that are here now, as far as this node knows. A dead one is noticed within about 12 s, at once when its sockets
 * close; a split network shows each side only itself. So this may size a share or cut a wait short, but decides nothing.
 */
public final class Members {

    private final String self;
    private final Supplier<Set<String>> all;

    private Members(String self, Supplier<Set<String>> all) {
        this.self = self;
        this.all = all;
    }

    static Members of(Vertx vertx) {
        var cluster = ((VertxInternal) vertx).clusterManager();
        if (cluster == null) {
            var alone = UUID.randomUUID().toString();
            return new Members(alone, () -> Set.of(alone));
        }
        return new Members(cluster.getNodeId(), () -> Set.copyOf(cluster.getNodes()));
    }

    /** This node's id; new at every start. */
    public String self() {
        return self;
    }

    /** The ids of all nodes, this one included. Walks a local list: cheap, but not for every request. */
    public Set<String> all() {
        return all.get();
    }

    /** How many nodes there are, 1 when this one is alone. */
    public int count() {
        return all.get().size();
    }
}
