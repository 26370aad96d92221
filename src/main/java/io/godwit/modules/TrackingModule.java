package io.godwit.modules;

import io.godwit.config.NodeRole;
import io.godwit.core.PollLoop;
import io.godwit.tracking.TrackingJobs;
import io.godwit.tracking.TrackingRoutes;
import io.godwit.tracking.VisitRecorder;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.List;

/** Wires opens and clicks: the pixel and the links, and the processing of recorded hits. */
public final class TrackingModule implements FeatureModule {

    private final NodeContext node;
    private final SharedServices shared;
    private final VisitRecorder visits;

    public TrackingModule(NodeContext node, SharedServices shared) {
        this.node = node;
        this.shared = shared;
        this.visits = new VisitRecorder(node.vertx(), node.database(), node.trackingTokens(), node.meters());
    }

    /** The recorder of opens and clicks, for readers on this node. */
    VisitRecorder visits() {
        return visits;
    }

    @Override
    public List<Routes> routes() {
        return List.of(new TrackingRoutes(visits));
    }

    @Override
    public List<PollLoop> loops() {
        return node.has(NodeRole.JOB)
                ? new TrackingJobs(
                                node.database(),
                                shared.events(),
                                node.settings().tracking())
                        .start(node.vertx())
                : List.of();
    }

    @Override
    public Future<?> close() {
        return visits.close();
    }
}
