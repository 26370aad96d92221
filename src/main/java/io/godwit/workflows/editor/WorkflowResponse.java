package io.godwit.workflows.editor;

import io.godwit.core.Tenant;
import io.godwit.workflows.draft.WorkflowDraft;
import io.godwit.workflows.executions.ExecutionCounts;
import io.godwit.workflows.executions.StepStats;
import io.godwit.workflows.model.Workflow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Workflows as the API shows them. */
final class WorkflowResponse {

    private WorkflowResponse() {}

    static Map<String, @Nullable Object> of(Tenant tenant, Workflow workflow) {
        var profile = workflow.profile();
        var trigger = workflow.trigger();
        var members = new LinkedHashMap<String, @Nullable Object>();
        members.put("id", workflow.id());
        members.put("projectId", tenant.project());
        members.put("name", profile.name());
        members.put("description", profile.description());
        members.put("enabled", workflow.enabled());
        members.put("triggerType", trigger.type());
        members.put("triggerConfig", Optional.of(trigger.config()).filter(config -> !config.isEmpty()));
        members.put("allowReentry", profile.allowReentry());
        members.put("version", workflow.version());
        members.put("draftVersion", workflow.draftVersion());
        members.put("createdAt", workflow.createdAt());
        members.put("updatedAt", workflow.updatedAt());
        return members;
    }

    static Map<String, @Nullable Object> listed(Tenant tenant, WorkflowSummary listed, long executions) {
        var members = of(tenant, listed.workflow());
        members.put("_count", listed.counts(executions));
        return members;
    }

    /** A workflow with its steps and transitions, for an editor whose change was refused. */
    static Map<String, @Nullable Object> drawn(Tenant tenant, WorkflowDraft draft) {
        var members = of(tenant, draft.workflow());
        members.put(
                "steps",
                draft.steps().stream()
                        .map(step -> StepResponse.drawn(draft, step))
                        .toList());
        members.put("transitions", draft.links().stream().map(StepResponse::of).toList());
        return members;
    }

    /**
     * A workflow with its steps, the transitions in them and beside them, and the problems that keep it from running.
     *
     * @param counts of the workflow and of its steps; see {@link ExecutionCounts}
     */
    static Map<String, @Nullable Object> whole(
            Tenant tenant, WorkflowDraft draft, List<DraftProblem> problems, Map<UUID, Map<String, Long>> counts) {
        var members = of(tenant, draft.workflow());
        var mine = counts.getOrDefault(draft.workflow().id().value(), Map.of());
        members.put("stats", StepStats.ofExecutions(mine));
        members.put(
                "steps",
                draft.steps().stream()
                        .map(step -> {
                            var drawn = StepResponse.drawn(draft, step);
                            drawn.put(
                                    "stats",
                                    StepStats.of(counts.getOrDefault(step.id().value(), Map.of())));
                            return drawn;
                        })
                        .toList());
        members.put("transitions", draft.links().stream().map(StepResponse::of).toList());
        members.put("problems", problems);
        return members;
    }
}
