package io.godwit.workflows.editor;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.godwit.core.id.StepId;
import io.godwit.core.id.TemplateId;
import io.godwit.core.id.TransitionId;
import io.godwit.core.id.WorkflowId;
import io.godwit.workflows.draft.DraftStep;
import io.godwit.workflows.draft.DraftTransition;
import io.godwit.workflows.draft.WorkflowDraft;
import io.godwit.workflows.executions.StepStats;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.model.WaitOutcome;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A step as the API shows it.
 *
 * @param config with the template's id, because editors look for it in both places; secrets are masked
 */
record StepResponse(
        StepId id,
        WorkflowId workflowId,
        StepType type,
        String name,
        Map<String, @Nullable Object> position,
        Map<String, @Nullable Object> config,
        Optional<TemplateId> templateId,
        Optional<TemplateReference> template,
        Instant createdAt,
        Instant updatedAt) {

    /** The template of a step. */
    record TemplateReference(TemplateId id, String name) {}

    static StepResponse of(WorkflowId workflow, DraftStep step) {
        return new StepResponse(
                step.id(),
                workflow,
                step.type(),
                step.name(),
                step.position(),
                config(step),
                step.template(),
                step.template().flatMap(id -> step.templateName().map(name -> new TemplateReference(id, name))),
                step.createdAt(),
                step.updatedAt());
    }

    private static Map<String, @Nullable Object> config(DraftStep step) {
        var config = new LinkedHashMap<>(ConfigSecrets.masked(step));
        step.template().ifPresent(id -> config.put(StepRequest.TEMPLATE, id));
        return config;
    }

    /** A step with its numbers. */
    record CountedStep(@JsonUnwrapped DrawnStep step, StepStats stats) {

        static CountedStep of(WorkflowDraft draft, DraftStep step, StepStats stats) {
            return new CountedStep(DrawnStep.of(draft, step), stats);
        }
    }

    /** A step with the transitions that lead to it and from it. */
    record DrawnStep(
            @JsonUnwrapped StepResponse step,
            List<TransitionResponse> outgoingTransitions,
            List<TransitionResponse> incomingTransitions) {

        static DrawnStep of(WorkflowDraft draft, DraftStep step) {
            return new DrawnStep(
                    StepResponse.of(draft.workflow().id(), step),
                    transitions(draft.from(step.id())),
                    transitions(draft.to(step.id())));
        }

        private static List<TransitionResponse> transitions(List<DraftTransition> transitions) {
            return transitions.stream().map(TransitionResponse::of).toList();
        }
    }

    /** A transition as the API shows it; {@code condition} and {@code branch} say the same. */
    record TransitionResponse(
            TransitionId id,
            StepId fromStepId,
            StepId toStepId,
            Optional<BranchCondition> condition,
            Optional<String> branch,
            Optional<WaitOutcome> waitOutcome,
            int priority,
            Instant createdAt,
            Instant updatedAt) {

        /** The exit of the step that a transition leaves by. */
        record BranchCondition(String branch) {}

        static TransitionResponse of(DraftTransition transition) {
            return new TransitionResponse(
                    transition.id(),
                    transition.from(),
                    transition.to(),
                    transition.branch().map(BranchCondition::new),
                    transition.branch(),
                    transition.outcome(),
                    transition.priority(),
                    transition.createdAt(),
                    transition.updatedAt());
        }
    }
}
