package io.godwit.modules;

import io.godwit.config.NodeRole;
import io.godwit.sending.Outbox;
import io.godwit.sending.preview.PreviewRenderer;
import io.godwit.web.Routes;
import io.godwit.workflows.ScheduleVerticle;
import io.godwit.workflows.WorkflowVerticle;
import io.godwit.workflows.editor.EditorDependencies;
import io.godwit.workflows.engine.WorkflowDependencies;
import io.godwit.workflows.executions.ExecutionRoutes;
import io.godwit.workflows.simulation.SimulationDependencies;
import io.vertx.core.Deployable;
import java.util.List;

/** Wires workflows: the editor, the engine that runs executions, schedules and simulations. */
public final class WorkflowModule implements FeatureModule {

    private final NodeContext node;
    private final SharedServices shared;
    private final ContactModule contacts;
    private final WorkflowDependencies dependencies;

    public WorkflowModule(NodeContext node, SharedServices shared, ContactModule contacts, BillingModule billing) {
        this.node = node;
        this.shared = shared;
        this.contacts = contacts;
        this.dependencies = new WorkflowDependencies(
                node.database(),
                node.bus(),
                shared.contacts(),
                shared.events(),
                new Outbox(),
                shared.templates(),
                shared.segments(),
                shared.domains()::requireVerified,
                shared.webhooks(),
                node.crypto(),
                billing.quota(),
                node.tracer());
    }

    @Override
    public List<Routes> routes() {
        var cursors = shared.cursors();
        var editor = new EditorDependencies(
                node.database(), contacts.fields(), shared.webhooks().targets(), node.crypto());
        var preview = new PreviewRenderer(node.publicUrl(), node.links());
        var simulations =
                new SimulationDependencies(dependencies, shared.projects()::find, preview, shared.attachmentWorkers());
        return List.of(
                editor.routes(cursors, shared.idempotency()),
                new ExecutionRoutes(dependencies, shared.idempotency()),
                simulations.routes(cursors));
    }

    @Override
    public List<Deployable> verticles() {
        return node.has(NodeRole.WORKFLOW)
                ? List.of(
                        new WorkflowVerticle(dependencies, node.settings().workflows(), node.meters()),
                        new ScheduleVerticle(dependencies))
                : List.of();
    }
}
