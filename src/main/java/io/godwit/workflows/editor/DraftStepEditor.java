package io.godwit.workflows.editor;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.StepId;
import io.godwit.workflows.draft.DraftStep;
import io.godwit.workflows.draft.DraftTransition;
import io.godwit.workflows.draft.Reachability;
import io.godwit.workflows.draft.WorkflowDraft;
import io.godwit.workflows.model.StepType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Adds steps to a draft and removes them. Pure: each method returns another draft, whose links all have both ends. */
final class DraftStepEditor {

    /** Limit of steps; more than any editor can show. */
    static final int MAX_STEPS = 500;

    private DraftStepEditor() {}

    /**
     * Adds a step.
     *
     * @param connect true to link the newest step without a next step to it
     */
    static WorkflowDraft add(WorkflowDraft draft, DraftStep step, boolean connect) {
        requireCapacity(draft);
        var transitions = connect
                ? lastOpen(draft)
                        .map(last -> StepExits.byDefault(last, step.id(), draft.readAt()))
                        .orElse(List.of())
                : List.<DraftTransition>of();
        return draft.and(step).and(transitions);
    }

    private static Optional<DraftStep> lastOpen(WorkflowDraft draft) {
        return draft.steps().stream()
                .filter(step -> !step.is(StepType.EXIT) && draft.from(step.id()).isEmpty())
                .reduce((ignored, newer) -> newer);
    }

    /** Inserts a step between the two ends of a link, which then leads to it. */
    static WorkflowDraft insert(WorkflowDraft draft, DraftTransition transition, DraftStep step) {
        requireCapacity(draft);
        var moved = draft.transitions().stream()
                .map(one -> one.equals(transition) ? one.to(step.id(), draft.readAt()) : one)
                .toList();
        return draft.with(draft.steps(), moved)
                .and(step)
                .and(StepExits.byDefault(step, transition.to(), draft.readAt()));
    }

    private static void requireCapacity(WorkflowDraft draft) {
        if (draft.steps().size() >= MAX_STEPS) {
            throw Failure.of(Kind.CONFLICT, "A workflow has at most " + MAX_STEPS + " steps");
        }
    }

    /** Removes a step, and with it the steps that only it leads to; a step that can be reached in another way stays. */
    static WorkflowDraft remove(WorkflowDraft draft, DraftStep step) {
        refuseTrigger(step);
        var following = new HashSet<>(Reachability.along(draft.transitions()).successors(step.id()));
        following.add(step.id());
        var elsewhere = draft.steps().stream()
                .map(DraftStep::id)
                .filter(id -> !following.contains(id))
                .toList();
        var reachable = Reachability.along(draft.transitions(), id -> !id.equals(step.id()))
                .from(elsewhere);
        return without(
                draft, following.stream().filter(id -> !reachable.contains(id)).collect(Collectors.toSet()));
    }

    /** Removes one step and closes the gap: links that led to it lead to its next step, if there is one. */
    static WorkflowDraft splice(WorkflowDraft draft, DraftStep step) {
        refuseTrigger(step);
        var exits = draft.from(step.id());
        if (exits.size() > 1) {
            throw refused("This " + step.type() + " step has " + exits.size()
                    + " ways out, so none of them can close the gap");
        }
        var next = exits.stream().map(DraftTransition::to).findFirst();
        var closed = draft.to(step.id()).stream()
                .flatMap(transition -> next.filter(to -> !to.equals(transition.from())).stream()
                        .map(to -> transition.to(to, draft.readAt())));
        var remaining = draft.transitions().stream()
                .filter(transition -> !transition.to().equals(step.id()));
        return without(
                draft.with(draft.steps(), Stream.concat(remaining, closed).toList()), Set.of(step.id()));
    }

    private static void refuseTrigger(DraftStep step) {
        if (step.is(StepType.TRIGGER)) {
            throw refused("The TRIGGER step cannot be deleted; every workflow begins with it");
        }
    }

    private static Failure refused(String sentence) {
        return Failure.of(Kind.BAD_REQUEST, sentence);
    }

    private static WorkflowDraft without(WorkflowDraft draft, Set<StepId> removedIds) {
        return draft.with(
                draft.steps().stream()
                        .filter(step -> !removedIds.contains(step.id()))
                        .toList(),
                draft.transitions().stream()
                        .filter(transition ->
                                !removedIds.contains(transition.from()) && !removedIds.contains(transition.to()))
                        .toList());
    }

    static WorkflowDraft unlink(WorkflowDraft draft, DraftTransition transition) {
        var remaining = new ArrayList<>(draft.transitions());
        remaining.remove(transition);
        return draft.with(draft.steps(), remaining);
    }
}
