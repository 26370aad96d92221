package io.godwit.workflows.editor;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.WorkflowId;
import io.godwit.workflows.draft.WorkflowDraft;
import io.godwit.workflows.executions.StepStats;
import io.godwit.workflows.model.Workflow;
import io.godwit.workflows.model.WorkflowTriggerType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A workflow as the API shows it.
 *
 * @param version empty until it was enabled once
 * @param draftVersion raised by every edit of the workflow, its steps and transitions
 */
record WorkflowResponse(
        WorkflowId id,
        ProjectId projectId,
        String name,
        Optional<String> description,
        boolean enabled,
        WorkflowTriggerType triggerType,
        Optional<Map<String, @Nullable Object>> triggerConfig,
        boolean allowReentry,
        Optional<Integer> version,
        int draftVersion,
        Instant createdAt,
        Instant updatedAt) {

    static WorkflowResponse of(Tenant tenant, Workflow workflow) {
        var properties = workflow.properties();
        var trigger = workflow.trigger();
        return new WorkflowResponse(
                workflow.id(),
                tenant.project(),
                properties.name(),
                properties.description(),
                workflow.enabled(),
                trigger.type(),
                Optional.of(trigger.config()).filter(config -> !config.isEmpty()),
                properties.allowReentry(),
                workflow.version(),
                workflow.draftVersion(),
                workflow.createdAt(),
                workflow.updatedAt());
    }

    /**
     * A workflow in a list, with its numbers and the problems that keep it from running.
     *
     * @param stats the number of executions in each status, and in all
     */
    record ListedWorkflow(
            @JsonUnwrapped WorkflowResponse workflow,
            @JsonProperty("_count") WorkflowSummary.Counts counts,
            Map<String, Long> stats,
            List<DraftProblem> problems) {

        static ListedWorkflow of(
                Tenant tenant, WorkflowSummary workflow, Map<String, Long> counts, List<DraftProblem> problems) {
            var all = counts.values().stream().mapToLong(Long::longValue).sum();
            return new ListedWorkflow(
                    WorkflowResponse.of(tenant, workflow.workflow()),
                    workflow.counts(all),
                    StepStats.ofExecutions(counts),
                    problems);
        }
    }

    /** A workflow that was changed, with its project. */
    record ChangedWorkflow(@JsonUnwrapped WorkflowResponse workflow, ProjectReference project) {

        /** The project of a workflow. */
        record ProjectReference(String name) {}

        static ChangedWorkflow of(Tenant tenant, Workflow workflow, String project) {
            return new ChangedWorkflow(WorkflowResponse.of(tenant, workflow), new ProjectReference(project));
        }
    }

    /** A workflow with its steps and transitions, without numbers. */
    record DrawnWorkflow(
            @JsonUnwrapped WorkflowResponse workflow,
            List<StepResponse.DrawnStep> steps,
            List<StepResponse.TransitionResponse> transitions) {

        static DrawnWorkflow of(Tenant tenant, WorkflowDraft draft) {
            return new DrawnWorkflow(
                    WorkflowResponse.of(tenant, draft.workflow()),
                    draft.steps().stream()
                            .map(step -> StepResponse.DrawnStep.of(draft, step))
                            .toList(),
                    draft.transitions().stream()
                            .map(StepResponse.TransitionResponse::of)
                            .toList());
        }
    }

    /**
     * A workflow with its steps, the transitions in them and beside them, and the problems that keep it from running.
     *
     * @param stats the number of executions in each status, and in all
     */
    record WholeWorkflow(
            @JsonUnwrapped WorkflowResponse workflow,
            Map<String, Long> stats,
            List<StepResponse.CountedStep> steps,
            List<StepResponse.TransitionResponse> transitions,
            List<DraftProblem> problems) {

        /** @param counts of the workflow and of its steps; see {@link io.godwit.workflows.executions.ExecutionCounts} */
        static WholeWorkflow of(
                Tenant tenant, WorkflowDraft draft, List<DraftProblem> problems, Map<UUID, Map<String, Long>> counts) {
            var executionCounts = counts.getOrDefault(draft.workflow().id().value(), Map.of());
            return new WholeWorkflow(
                    WorkflowResponse.of(tenant, draft.workflow()),
                    StepStats.ofExecutions(executionCounts),
                    draft.steps().stream()
                            .map(step -> StepResponse.CountedStep.of(
                                    draft,
                                    step,
                                    StepStats.of(counts.getOrDefault(step.id().value(), Map.of()))))
                            .toList(),
                    draft.transitions().stream()
                            .map(StepResponse.TransitionResponse::of)
                            .toList(),
                    problems);
        }
    }
}
