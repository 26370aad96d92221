package io.godwit.modules;

import io.godwit.billing.BillingService;
import io.godwit.billing.Quota;
import io.godwit.config.NodeRole;
import io.godwit.core.PollLoop;
import io.godwit.projects.ProjectDeletionListener;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.List;

/** Wires billing: the limits a project has by its plan, and the payments. */
public final class BillingModule implements FeatureModule {

    private final NodeContext node;
    private final BillingService billing;

    public BillingModule(NodeContext node, SharedServices shared) {
        this.node = node;
        this.billing = new BillingService(
                node.vertx(),
                node.database(),
                node.bus(),
                shared.projects().suspensions(shared.mail()),
                shared.mail(),
                node.settings().billing());
    }

    /** The quota that has to be asked before an email is accepted. */
    public Quota quota() {
        return billing.quota();
    }

    ProjectDeletionListener deletionListener() {
        return billing;
    }

    @Override
    public List<Routes> routes() {
        return List.of(billing.routes());
    }

    @Override
    public List<PollLoop> loops() {
        return node.has(NodeRole.JOB) ? billing.work(node.vertx()) : List.of();
    }

    @Override
    public Future<Void> close() {
        return billing.stop();
    }
}
