package io.godwit.workflows.draft;

import io.godwit.core.id.StepId;
import io.godwit.core.id.TransitionId;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.model.Workflow;
import io.godwit.workflows.steps.GraphEdge;
import io.godwit.workflows.steps.GraphNode;
import io.godwit.workflows.steps.WorkflowGraph;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A workflow as its editor shows it: properties, steps and links.
 *
 * @param steps the oldest first; exactly one is the TRIGGER
 * @param transitions the oldest first; both ends of each are among the steps
 * @param readAt the database's time; grows from one change to the next, because each is made under a lock
 */
public record WorkflowDraft(
        Workflow workflow, List<DraftStep> steps, List<DraftTransition> transitions, Instant readAt) {

    public WorkflowDraft {
        steps = List.copyOf(steps);
        transitions = List.copyOf(transitions);
    }

    public DraftStep trigger() {
        return steps.stream()
                .filter(step -> step.is(StepType.TRIGGER))
                .findFirst()
                .orElseThrow();
    }

    public Optional<DraftStep> step(StepId id) {
        return steps.stream().filter(step -> step.id().equals(id)).findFirst();
    }

    public Optional<DraftTransition> link(TransitionId id) {
        return transitions.stream()
                .filter(transition -> transition.id().equals(id))
                .findFirst();
    }

    public List<DraftTransition> from(StepId id) {
        return transitions.stream()
                .filter(transition -> transition.from().equals(id))
                .toList();
    }

    public List<DraftTransition> to(StepId id) {
        return transitions.stream()
                .filter(transition -> transition.to().equals(id))
                .toList();
    }

    public WorkflowDraft with(Workflow other) {
        return new WorkflowDraft(other, steps, transitions, readAt);
    }

    public WorkflowDraft with(List<DraftStep> otherSteps, List<DraftTransition> otherLinks) {
        return new WorkflowDraft(workflow, otherSteps, otherLinks, readAt);
    }

    /** The draft with one more step. */
    public WorkflowDraft and(DraftStep step) {
        var more = new ArrayList<>(steps);
        more.add(step);
        return with(more, transitions);
    }

    public WorkflowDraft and(List<DraftTransition> added) {
        var more = new ArrayList<>(transitions);
        more.addAll(added);
        return with(steps, more);
    }

    public WorkflowDraft changing(StepId id, UnaryOperator<DraftStep> change) {
        return with(
                steps.stream()
                        .map(step -> step.id().equals(id) ? change.apply(step) : step)
                        .toList(),
                transitions);
    }

    /** The steps executions can reach: the trigger, and every step its links lead to. */
    public Set<StepId> reached() {
        return Reachability.along(transitions).from(Set.of(trigger().id()));
    }

    /** The draft without the steps that cannot be reached. */
    public WorkflowDraft withoutUnreached() {
        var reached = reached();
        return with(
                steps.stream().filter(step -> reached.contains(step.id())).toList(),
                transitions.stream()
                        .filter(transition -> reached.contains(transition.from()))
                        .toList());
    }

    /**
     * The graph of the version that runs: without positions and times, so that moving a step on the screen makes no new version.
     */
    public WorkflowGraph graph() {
        return new WorkflowGraph(
                steps.stream()
                        .map(step -> new GraphNode(step.id(), step.type(), step.name(), step.config(), step.template()))
                        .toList(),
                transitions.stream()
                        .map(transition -> new GraphEdge(
                                transition.from(),
                                transition.to(),
                                transition.branch(),
                                transition.outcome(),
                                transition.priority()))
                        .toList());
    }
}
