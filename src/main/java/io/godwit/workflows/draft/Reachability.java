package io.godwit.workflows.draft;

import io.godwit.core.id.StepId;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Computes the steps that can be reached along the links of a draft. */
public final class Reachability {

    private final Map<StepId, Set<StepId>> next = new HashMap<>();

    private Reachability(Collection<DraftTransition> transitions, Predicate<StepId> passable) {
        transitions.stream()
                .filter(transition -> passable.test(transition.from()) && passable.test(transition.to()))
                .forEach(transition -> next.computeIfAbsent(transition.from(), ignored -> new LinkedHashSet<>())
                        .add(transition.to()));
    }

    public static Reachability along(Collection<DraftTransition> transitions) {
        return new Reachability(transitions, ignored -> true);
    }

    /** Uses only links between passable steps. */
    public static Reachability along(Collection<DraftTransition> transitions, Predicate<StepId> passable) {
        return new Reachability(transitions, passable);
    }

    /** The steps themselves and all steps after them. */
    public Set<StepId> from(Collection<StepId> starts) {
        var reached = new LinkedHashSet<StepId>(starts);
        var open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            for (var step : next.getOrDefault(open.remove(), Set.of())) {
                if (reached.add(step)) {
                    open.add(step);
                }
            }
        }
        return reached;
    }

    /** The steps after a step; the step itself only when a link leads back to it. */
    public Set<StepId> successors(StepId step) {
        return from(next.getOrDefault(step, Set.of()));
    }

    /** One step of each group of steps that lead back to each other. */
    public List<StepId> cycles(Collection<StepId> steps) {
        var seen = new HashSet<StepId>();
        var found = new LinkedHashSet<StepId>();
        for (var step : steps) {
            var following = successors(step);
            if (following.contains(step) && !seen.contains(step)) {
                found.add(step);
                following.stream()
                        .filter(other -> successors(other).contains(step))
                        .forEach(seen::add);
            }
        }
        return List.copyOf(found);
    }
}
