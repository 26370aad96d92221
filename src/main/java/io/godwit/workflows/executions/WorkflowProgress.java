package io.godwit.workflows.executions;

import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.workflows.executions.ExecutionCountStore.DraftSteps;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
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
     * @param draftVersion of the draft; a page that shows another one has more to read than these numbers
     * @param stats the number of executions in each status
     * @param steps the stats of the draft's steps by their ids
     */
    private record ProgressCounts(int draftVersion, Map<String, Long> stats, Map<String, StepStats> steps) {}

    /** Reads the counts of a workflow; empty when there is no such one. */
    public Future<Optional<Object>> count(Tenant tenant, UUID workflow) {
        return store.draft(database.requests(), tenant, workflow).compose(found -> found.map(
                        draft -> counts(tenant, workflow, draft).map(Optional::of))
                .orElseGet(() -> Future.succeededFuture(Optional.empty())));
    }

    private Future<Object> counts(Tenant tenant, UUID workflow, DraftSteps draft) {
        var subjects = new ArrayList<>(draft.steps());
        subjects.add(workflow);
        return store.read(database.requests(), tenant, subjects).map(counts -> {
            var stepToStats = new HashMap<String, StepStats>();
            draft.steps()
                    .forEach(step ->
                            stepToStats.put(step.toString(), StepStats.of(counts.getOrDefault(step, Map.of()))));
            var stats = StepStats.ofExecutions(counts.getOrDefault(workflow, Map.of()));
            return new ProgressCounts(draft.version(), stats, stepToStats);
        });
    }
}
