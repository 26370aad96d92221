package io.godwit.workflows;

import io.godwit.core.ProjectId;
import io.godwit.projects.Project;
import io.godwit.sending.Preview;
import io.godwit.web.Cursors;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.Optional;
import java.util.function.Function;

/**
 * What there is to see of workflows that run, and of those that are only thought through.
 *
 * @param preview shows mail nobody gets, on {@code workers}
 */
public record Insight(
        WorkflowPorts ports,
        Function<ProjectId, Future<Optional<Project>>> projects,
        Preview preview,
        WorkerExecutor workers) {

    public Routes routes(Cursors cursors) {
        var history = new HistoryRoutes(new History(ports.database(), ports.webhooks()), cursors);
        var simulations = new SimulationRoutes(new Simulations(this));
        return api -> {
            history.mount(api);
            simulations.mount(api);
        };
    }
}
