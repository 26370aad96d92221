package io.godwit.workflows.executions;

import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Counts a workflow and its steps for the pages that follow it. */
public final class WorkflowProgress {

    private final Database database;
    private final ExecutionCountStore store = new ExecutionCountStore();

    public WorkflowProgress(Database database) {
        this.database = database;
    }

    /**
     * The members that {@code GET /workflows/:id} answers.
     *
     * @param stats the number of executions in each status
     * @param steps the stats of the draft's steps by their ids
     */
    private record ProgressCounts(Map<String, Long> stats, Map<String, StepStats> steps) {}

    /** Empty when there is no such workflow. */
    public Future<Optional<Object>> count(Tenant tenant, UUID workflow) {
        return store.steps(database.requests(), tenant, workflow)
                .compose(steps -> steps.isEmpty()
                        ? Future.succeededFuture(Optional.empty())
                        : counts(tenant, workflow, steps).map(Optional::of));
    }

    private Future<Object> counts(Tenant tenant, UUID workflow, List<UUID> steps) {
        var subjects = new ArrayList<>(steps);
        subjects.add(workflow);
        return store.read(database.requests(), tenant, subjects).map(counts -> {
            var stepToStats = new HashMap<String, StepStats>();
            steps.forEach(step -> stepToStats.put(step.toString(), StepStats.of(counts.getOrDefault(step, Map.of()))));
            var stats = StepStats.ofExecutions(counts.getOrDefault(workflow, Map.of()));
            return new ProgressCounts(stats, stepToStats);
        });
    }
}
