package io.godwit.workflows.editor;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Issue;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.StepId;
import io.godwit.core.id.TransitionId;
import io.godwit.workflows.draft.DraftStep;
import io.godwit.workflows.draft.DraftTransition;
import io.godwit.workflows.draft.Reachability;
import io.godwit.workflows.draft.WorkflowDraft;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.model.WaitOutcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Checks a new link between two steps of a draft. */
final class TransitionRules {

    static final String FOR_EVER =
            "It would go round for ever: a way back has to pass a DELAY or a WAIT_FOR_EVENT step; insert one first";

    private final WorkflowDraft draft;
    private final TransitionRequest request;
    private final DraftStep from;
    private final DraftStep to;
    private final List<Issue> issues = new ArrayList<>();

    private TransitionRules(WorkflowDraft draft, TransitionRequest request) {
        this.draft = draft;
        this.request = request;
        this.from = StepEditor.step(draft, request.from());
        this.to = StepEditor.step(draft, request.to());
    }

    /** The draft with the new link; a step of another workflow is not found. */
    static WorkflowDraft add(WorkflowDraft draft, TransitionId id, TransitionRequest request) {
        var rules = new TransitionRules(draft, request);
        rules.cycle();
        return rules.add(id);
    }

    /** Adds a transition without a look for cycles, which the caller looks for once all transitions are added. */
    static WorkflowDraft addUnlooped(WorkflowDraft draft, TransitionId id, TransitionRequest request) {
        return new TransitionRules(draft, request).add(id);
    }

    private WorkflowDraft add(TransitionId id) {
        ends();
        var transition = new DraftTransition(
                id, from.id(), to.id(), branch(), outcome(), request.priority(), draft.readAt(), draft.readAt());
        if (!issues.isEmpty()) {
            throw Failure.invalid(issues);
        }
        if (draft.transitions().stream().anyMatch(transition::hasSameExitAs)) {
            throw Failure.of(Kind.CONFLICT, "There is a transition already that leaves this step by this way");
        }
        return draft.and(List.of(transition));
    }

    private void ends() {
        if (from.is(StepType.EXIT)) {
            wrong("fromStepId", "Nothing comes after an EXIT step");
        }
        if (to.is(StepType.TRIGGER)) {
            wrong("toStepId", "Nothing leads to the TRIGGER step");
        } else if (from.id().equals(to.id())) {
            wrong("toStepId", "A step cannot lead to itself");
        }
    }

    private void cycle() {
        if (!from.id().equals(to.id()) && !to.is(StepType.TRIGGER) && closesCycle()) {
            wrong("toStepId", FOR_EVER);
        }
    }

    private boolean closesCycle() {
        var resting = new HashSet<StepId>();
        draft.steps().stream().filter(StepExits::pauses).forEach(step -> resting.add(step.id()));
        return !resting.contains(from.id())
                && !resting.contains(to.id())
                && Reachability.along(draft.transitions(), id -> !resting.contains(id))
                        .from(List.of(to.id()))
                        .contains(from.id());
    }

    private Optional<String> branch() {
        if (from.is(StepType.CONDITION)) {
            ofCondition();
            return request.branch();
        }
        if (request.branch().isPresent() && !(from.is(StepType.WAIT_FOR_EVENT) && request.isLegacyTimeout())) {
            wrong("branch", "Only the ways out of a CONDITION step have branches");
        }
        return Optional.empty();
    }

    private void ofCondition() {
        if (request.branch().isEmpty()) {
            issues.add(Issue.of("branch", "invalid_type", "Required: say which branch of the condition this is"));
            return;
        }
        StepExits.branches(from)
                .filter(known -> !known.contains(request.branch().get()))
                .ifPresent(known -> wrong("branch", "The condition has no such branch; it has " + known));
    }

    private Optional<WaitOutcome> outcome() {
        if (!from.is(StepType.WAIT_FOR_EVENT)) {
            if (request.outcome().isPresent()) {
                wrong("waitOutcome", "Only the ways out of a WAIT_FOR_EVENT step have an outcome");
            }
            return Optional.empty();
        }
        var outcome = request.outcome()
                .or(() -> request.isLegacyTimeout() ? Optional.of(WaitOutcome.TIMEOUT) : Optional.empty());
        if (outcome.filter(WaitOutcome.TIMEOUT::equals).isPresent() && !from.isBlank() && !StepExits.hasTimeout(from)) {
            wrong("waitOutcome", "The wait has no timeout; set one first");
        }
        return outcome;
    }

    private void wrong(String field, String message) {
        issues.add(Issue.of(field, "custom", message));
    }
}
