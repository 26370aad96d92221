package io.godwit.workflows;

import io.godwit.core.ExecutionId;
import io.godwit.core.ProjectId;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.projects.Project;
import io.godwit.sending.Preview;
import io.godwit.templates.Templates;
import io.godwit.web.Cursors;
import io.godwit.web.Routes;
import io.godwit.webhooks.Attempt;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What there is to see of workflows that run, and of those that are only thought through.
 *
 * @param preview shows mail nobody gets, on {@code workers}
 */
public record Insight(
        Database database,
        Templates templates,
        Function<ProjectId, Future<Optional<Project>>> projects,
        Preview preview,
        WorkerExecutor workers,
        Attempts attempts) {

    /** What the calls of an execution met with. */
    @FunctionalInterface
    public interface Attempts {

        Future<List<Attempt>> of(SqlClient db, Tenant tenant, ExecutionId execution);
    }

    public Routes routes(Cursors cursors) {
        var history = new HistoryRoutes(new History(database, attempts), cursors);
        var simulations = new SimulationRoutes(new Simulations(this));
        return api -> {
            history.mount(api);
            simulations.mount(api);
        };
    }
}
