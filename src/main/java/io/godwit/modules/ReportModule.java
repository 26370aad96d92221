package io.godwit.modules;

import io.godwit.config.NodeRole;
import io.godwit.core.PollLoop;
import io.godwit.reports.ReportRoutes;
import io.godwit.reports.RollupWorker;
import io.godwit.web.Routes;
import java.util.List;

/** Wires the activity feed and analytics. */
public final class ReportModule implements FeatureModule {

    private final NodeContext node;
    private final SharedServices shared;

    public ReportModule(NodeContext node, SharedServices shared) {
        this.node = node;
        this.shared = shared;
    }

    @Override
    public List<Routes> routes() {
        return List.of(ReportRoutes.routes(
                node.database(), shared.cursors(), node.settings().simulator().name()));
    }

    @Override
    public List<PollLoop> loops() {
        return node.has(NodeRole.JOB) ? List.of(new RollupWorker(node.database()).start(node.vertx())) : List.of();
    }
}
