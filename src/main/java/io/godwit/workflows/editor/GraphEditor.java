package io.godwit.workflows.editor;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Issue;
import io.godwit.core.id.Ids;
import io.godwit.core.id.StepId;
import io.godwit.core.id.TransitionId;
import io.godwit.webhooks.TargetPolicy;
import io.godwit.workflows.draft.DraftStep;
import io.godwit.workflows.draft.DraftTransition;
import io.godwit.workflows.draft.Reachability;
import io.godwit.workflows.draft.WorkflowDraft;
import io.godwit.workflows.editor.GraphRequest.GraphStep;
import io.godwit.workflows.model.StepType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Replaces all steps and transitions of a draft. Pure. A step whose id is stored stays the same step, with its history and the secrets
 * its masks stand for; any other id makes a new one. The TRIGGER step is the stored one whatever its id, so that a graph can be taken
 * over from another workflow.
 */
final class GraphEditor {

    /** Distance between new steps without a position, below each other, in the unit of the canvas. */
    private static final int STEP_DISTANCE = 150;

    private static final int MARGIN = 100;

    private final WorkflowDraft draft;
    private final GraphRequest request;
    private final TargetPolicy targets;
    private final List<Issue> issues = new ArrayList<>();
    private final Map<String, StepId> textToId = new HashMap<>();

    private GraphEditor(WorkflowDraft draft, GraphRequest request, TargetPolicy targets) {
        this.draft = draft;
        this.request = request;
        this.targets = targets;
    }

    /** Throws a 422 with every mistake, each with its place in the request. */
    static WorkflowDraft replace(WorkflowDraft draft, GraphRequest request, TargetPolicy targets) {
        return new GraphEditor(draft, request, targets).all();
    }

    private WorkflowDraft all() {
        identify();
        refuse();
        var steps = new ArrayList<DraftStep>();
        for (var at = 0; at < request.steps().size(); at++) {
            step(at).ifPresent(steps::add);
        }
        refuse();
        var replaced = draft.with(steps, List.of());
        for (var at = 0; at < request.transitions().size(); at++) {
            replaced = linked(replaced, at);
        }
        refuse();
        findCycle(replaced);
        refuse();
        return replaced;
    }

    private void refuse() {
        if (!issues.isEmpty()) {
            throw Failure.invalid(issues);
        }
    }

    private void identify() {
        var seen = new HashSet<StepId>();
        for (var at = 0; at < request.steps().size(); at++) {
            var step = request.steps().get(at);
            var id = idOf(step, at);
            if (!seen.add(id) || textToId.putIfAbsent(step.id(), id) != null) {
                wrong(
                        "steps." + at + ".id",
                        id.equals(draft.trigger().id())
                                ? "A workflow has one TRIGGER step"
                                : "Another step has this id already");
            }
        }
        if (!seen.contains(draft.trigger().id())) {
            wrong("steps", "The TRIGGER step is missing; every workflow begins with it");
        }
    }

    private StepId idOf(GraphStep step, int at) {
        var type = step.type().orElseThrow();
        if (type == StepType.TRIGGER) {
            return draft.trigger().id();
        }
        var stored = Ids.parse(step.id()).map(StepId::new).flatMap(draft::step);
        stored.filter(one -> !one.is(type))
                .ifPresent(one -> wrong(
                        "steps." + at + ".type",
                        "This step is a " + one.type() + " step; give a step of another type another id"));
        return stored.map(DraftStep::id).orElseGet(() -> new StepId(Ids.next()));
    }

    private Optional<DraftStep> step(int at) {
        return checked("steps." + at, () -> step(request.steps().get(at), at));
    }

    private DraftStep step(GraphStep step, int at) {
        var id = Objects.requireNonNull(textToId.get(step.id()));
        var stored = draft.step(id);
        StepRequest.refuseLong("steps." + at + ".name", step.name(), stored.map(DraftStep::name))
                .ifPresent(issues::add);
        var before = stored.orElseGet(() -> blank(id, step, at));
        var config = step.config()
                .map(given -> ConfigSecrets.unmasked(before, StepEditor.withoutTemplate(given)))
                .orElseGet(before::config);
        var template = step.config().isPresent() || step.template().isPresent()
                ? StepEditor.template(before, StepRequest.id(step.template()))
                : before.template();
        var after =
                before.set(step.name(), step.position().orElseGet(before::position), config, template, draft.readAt());
        if (!config.equals(before.config()) || !template.equals(before.template())) {
            requireSound(before, after);
        }
        return isSame(before, after) ? before : after;
    }

    private DraftStep blank(StepId id, GraphStep step, int at) {
        Map<String, @Nullable Object> below = Map.of("x", MARGIN, "y", MARGIN + at * STEP_DISTANCE);
        return new DraftStep(
                id,
                step.type().orElseThrow(),
                step.name(),
                below,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                draft.readAt(),
                draft.readAt());
    }

    /** A step may be left to be set up later, as one that is added alone. */
    private void requireSound(DraftStep before, DraftStep after) {
        if (before.is(StepType.TRIGGER) || !after.isBlank()) {
            StepEditor.requireSound(before, after, targets);
        }
    }

    private static boolean isSame(DraftStep before, DraftStep after) {
        return before.name().equals(after.name())
                && before.position().equals(after.position())
                && before.config().equals(after.config())
                && before.template().equals(after.template());
    }

    private WorkflowDraft linked(WorkflowDraft replaced, int at) {
        var place = "transitions." + at;
        var transition = request.transitions().get(at);
        var from = end(place + ".fromStepId", transition.from());
        var to = end(place + ".toStepId", transition.to());
        if (from.isEmpty() || to.isEmpty()) {
            return replaced;
        }
        var between = transition.between(from.get(), to.get());
        var stored = stored(from.get(), to.get(), between);
        if (stored.filter(one -> replaced.transitions().stream().noneMatch(one::hasSameExitAs))
                .isPresent()) {
            return replaced.and(List.of(stored.get()));
        }
        return checked(place, () -> TransitionRules.addUnlooped(replaced, new TransitionId(Ids.next()), between))
                .map(this::keepingLast)
                .orElse(replaced);
    }

    /**
     * Returns the same transition as it is stored. It is taken as it is, also when its step no longer has that exit: that is a problem
     * of the draft, which does not keep other steps from being changed.
     */
    private Optional<DraftTransition> stored(StepId from, StepId to, TransitionRequest between) {
        return draft.transitions().stream()
                .filter(one -> one.from().equals(from)
                        && one.to().equals(to)
                        && one.branch().equals(between.branch())
                        && one.outcome().equals(between.outcome())
                        && one.priority() == between.priority())
                .findFirst();
    }

    /** Notes the first transition on a cycle that never pauses; the transitions stand in the order of the request. */
    private void findCycle(WorkflowDraft replaced) {
        var paused = replaced.steps().stream()
                .filter(StepExits::pauses)
                .map(DraftStep::id)
                .collect(Collectors.toSet());
        var cyclic = Reachability.along(replaced.transitions(), id -> !paused.contains(id))
                .cyclic();
        for (var at = 0; at < replaced.transitions().size(); at++) {
            var transition = replaced.transitions().get(at);
            if (cyclic.contains(transition.from()) && cyclic.contains(transition.to())) {
                wrong("transitions." + at + ".toStepId", TransitionRules.FOR_EVER);
                return;
            }
        }
    }

    private Optional<StepId> end(String place, String text) {
        var id = Optional.ofNullable(textToId.get(text));
        if (id.isEmpty()) {
            wrong(place, "None of the steps has this id");
        }
        return id;
    }

    /** The draft with the stored transition in the place of the last one, where one leaves the same step by the same exit. */
    private WorkflowDraft keepingLast(WorkflowDraft replaced) {
        var transitions = new ArrayList<>(replaced.transitions());
        var last = transitions.remove(transitions.size() - 1);
        transitions.add(draft.transitions().stream()
                .filter(one -> one.hasSameExitAs(last) && one.priority() == last.priority())
                .findFirst()
                .map(one -> one.to().equals(last.to()) ? one : one.to(last.to(), draft.readAt()))
                .orElse(last));
        return replaced.with(replaced.steps(), transitions);
    }

    /** Notes the mistakes of one part with its place; a refusal without fields is one mistake. */
    private <T> Optional<T> checked(String place, Supplier<T> part) {
        try {
            return Optional.of(part.get());
        } catch (Failure refused) {
            refused.issues()
                    .forEach(issue -> issues.add(
                            new Issue(place + "." + issue.field(), issue.message(), issue.code(), issue.received())));
            if (refused.issues().isEmpty()) {
                wrong(place, String.valueOf(refused.getMessage()));
            }
            return Optional.empty();
        }
    }

    private void wrong(String place, String message) {
        issues.add(Issue.of(place, "custom", message));
    }
}
