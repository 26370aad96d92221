package io.godwit.workflows.simulation;

import io.godwit.core.id.ProjectId;
import io.godwit.projects.Project;
import io.godwit.sending.preview.PreviewRenderer;
import io.godwit.web.Routes;
import io.godwit.web.lists.CursorCodec;
import io.godwit.workflows.engine.WorkflowDependencies;
import io.godwit.workflows.executions.ExecutionHistory;
import io.godwit.workflows.executions.ExecutionHistoryRoutes;
import io.godwit.workflows.executions.WaitingContactRoutes;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Dependencies of the execution history and of simulations.
 *
 * @param preview renders emails without sending them, on {@code workers}
 */
public record SimulationDependencies(
        WorkflowDependencies dependencies,
        Function<ProjectId, Future<Optional<Project>>> projects,
        PreviewRenderer preview,
        WorkerExecutor workers) {

    public Routes routes(CursorCodec cursors) {
        var history = new ExecutionHistoryRoutes(
                new ExecutionHistory(dependencies.database(), dependencies.webhooks()), cursors);
        var simulations = new SimulationRoutes(new SimulationService(this));
        var parts = List.of(history, new WaitingContactRoutes(dependencies.database(), cursors), simulations);
        return api -> parts.forEach(part -> part.mount(api));
    }
}
