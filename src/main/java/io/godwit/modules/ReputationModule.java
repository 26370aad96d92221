package io.godwit.modules;

import io.godwit.config.NodeRole;
import io.godwit.core.PollLoop;
import io.godwit.reputation.ReputationService;
import io.godwit.web.Routes;
import java.util.List;

/** Wires the sending reputation of projects: their bounce and complaint rates, warnings and suspensions. */
public final class ReputationModule implements FeatureModule {

    private final NodeContext node;
    private final ReputationService reputation;

    public ReputationModule(NodeContext node, SharedServices shared) {
        this.node = node;
        this.reputation = new ReputationService(
                node.database(),
                shared.projects().suspensions(shared.mail()),
                shared.mail(),
                node.settings().reputation());
    }

    @Override
    public List<Routes> routes() {
        return List.of(reputation.routes());
    }

    @Override
    public List<PollLoop> loops() {
        return node.has(NodeRole.JOB) ? reputation.work(node.vertx()) : List.of();
    }
}
