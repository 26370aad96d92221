package io.godwit.modules;

import io.godwit.core.PollLoop;
import io.godwit.web.Routes;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import java.util.List;

/**
 * One feature of a node. The constructor builds its parts from the {@link NodeContext}, the {@link SharedServices} and earlier
 * modules, and may block. {@code Server} calls the methods in the order they have here, each once.
 */
public interface FeatureModule {

    /** Returns the routes of a node with the role {@code http}. */
    default List<Routes> routes() {
        return List.of();
    }

    /**
     * Starts the loops of this node's roles on the caller's context. Called when the node listens; they are stopped before the
     * verticles.
     */
    default List<PollLoop> loops() {
        return List.of();
    }

    /**
     * Returns the verticles of this node's roles. They are deployed when the node listens, and all undeployed at the same time
     * together with the HTTP server.
     */
    default List<Deployable> verticles() {
        return List.of();
    }

    /** Closes what the constructor opened. Called when the verticles have stopped, in the reverse order of the modules. */
    default Future<?> close() {
        return Future.succeededFuture();
    }
}
