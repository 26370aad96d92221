package io.godwit.workflows;

import io.godwit.core.StepId;
import io.godwit.core.TransitionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A workflow as its editor sees it.
 *
 * @param steps the oldest first; exactly one is the TRIGGER
 * @param links the oldest first; both ends of each are among the steps
 * @param readAt the database's time; grows from one change to the next, because each is made under a lock
 */
record Draft(Workflow workflow, List<DraftStep> steps, List<Link> links, Instant readAt) {

    Draft {
        steps = List.copyOf(steps);
        links = List.copyOf(links);
    }

    DraftStep trigger() {
        return steps.stream()
                .filter(step -> step.is(StepType.TRIGGER))
                .findFirst()
                .orElseThrow();
    }

    Optional<DraftStep> step(StepId id) {
        return steps.stream().filter(step -> step.id().equals(id)).findFirst();
    }

    Optional<Link> link(TransitionId id) {
        return links.stream().filter(link -> link.id().equals(id)).findFirst();
    }

    List<Link> from(StepId id) {
        return links.stream().filter(link -> link.from().equals(id)).toList();
    }

    List<Link> to(StepId id) {
        return links.stream().filter(link -> link.to().equals(id)).toList();
    }

    Draft with(Workflow other) {
        return new Draft(other, steps, links, readAt);
    }

    Draft with(List<DraftStep> otherSteps, List<Link> otherLinks) {
        return new Draft(workflow, otherSteps, otherLinks, readAt);
    }

    /** One step more. */
    Draft and(DraftStep step) {
        var more = new ArrayList<>(steps);
        more.add(step);
        return with(more, links);
    }

    Draft and(List<Link> added) {
        var more = new ArrayList<>(links);
        more.addAll(added);
        return with(steps, more);
    }

    Draft changing(StepId id, UnaryOperator<DraftStep> change) {
        return with(
                steps.stream()
                        .map(step -> step.id().equals(id) ? change.apply(step) : step)
                        .toList(),
                links);
    }

    /** The steps executions can come to: what begins the workflow, and all its links lead to. */
    Set<StepId> reached() {
        return Reach.along(links).from(Set.of(trigger().id()));
    }

    /** The same without the steps nothing leads to. */
    Draft withoutUnreached() {
        var reached = reached();
        return with(
                steps.stream().filter(step -> reached.contains(step.id())).toList(),
                links.stream().filter(link -> reached.contains(link.from())).toList());
    }

    /** As what runs: without positions and times, so that moving a step on the screen makes no new version. */
    Graph graph() {
        return new Graph(
                steps.stream()
                        .map(step -> new Node(step.id(), step.type(), step.name(), step.config(), step.template()))
                        .toList(),
                links.stream()
                        .map(link -> new Edge(link.from(), link.to(), link.branch(), link.outcome(), link.priority()))
                        .toList());
    }
}
