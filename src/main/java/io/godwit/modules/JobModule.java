package io.godwit.modules;

import io.godwit.config.NodeRole;
import io.godwit.contacts.bulk.ContactJobs;
import io.godwit.core.PollLoop;
import io.godwit.jobs.DeadLetterRoutes;
import io.godwit.jobs.DeadLetterService;
import io.godwit.jobs.JobRoutes;
import io.godwit.jobs.JobVerticle;
import io.godwit.sending.queue.DeadEmailRequeuer;
import io.godwit.web.Routes;
import io.godwit.workflows.engine.DeadExecutionRequeuer;
import io.vertx.core.Deployable;
import java.util.List;

/** Wires durable background jobs and dead letters. */
public final class JobModule implements FeatureModule {

    private final NodeContext node;
    private final SharedServices shared;
    private final ContactModule contacts;

    public JobModule(NodeContext node, SharedServices shared, ContactModule contacts) {
        this.node = node;
        this.shared = shared;
        this.contacts = contacts;
    }

    @Override
    public List<Routes> routes() {
        var requeuers = List.of(new DeadEmailRequeuer(), DeadLetterService.jobs(), new DeadExecutionRequeuer());
        return List.of(
                new DeadLetterRoutes(new DeadLetterService(node.database(), requeuers), shared.cursors()),
                new JobRoutes(node.database(), shared.cursors(), ContactJobs.KINDS));
    }

    @Override
    public List<PollLoop> loops() {
        return node.has(NodeRole.JOB)
                ? List.of(DeadLetterService.count(node.vertx(), node.database(), node.meters()))
                : List.of();
    }

    @Override
    public List<Deployable> verticles() {
        return node.has(NodeRole.JOB)
                ? List.of(new JobVerticle(
                        node.database(), node.bus(), node.settings().jobs(), contacts.jobHandlers()))
                : List.of();
    }
}
