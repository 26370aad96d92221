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

    /** The steps on cycles, and those between two of them; empty when there is none. Takes a time in proportion to the links. */
    public Set<StepId> cyclic() {
        return withoutStarts(reversed(withoutStarts(next))).keySet();
    }

    /** The links that remain when the steps nothing leads to are taken away, and again until each is led to. */
    private static Map<StepId, Set<StepId>> withoutStarts(Map<StepId, Set<StepId>> links) {
        var remaining = new HashMap<>(links);
        var incoming = new HashMap<StepId, Integer>();
        links.values().forEach(targets -> targets.forEach(target -> incoming.merge(target, 1, Integer::sum)));
        var open = new ArrayDeque<>(links.keySet());
        open.removeIf(incoming::containsKey);
        while (!open.isEmpty()) {
            var targets = remaining.remove(open.remove());
            if (targets != null) {
                targets.stream()
                        .filter(target -> incoming.merge(target, -1, Integer::sum) == 0)
                        .forEach(open::add);
            }
        }
        return remaining;
    }

    private static Map<StepId, Set<StepId>> reversed(Map<StepId, Set<StepId>> links) {
        var reversed = new HashMap<StepId, Set<StepId>>();
        links.forEach((from, targets) ->
                targets.forEach(target -> reversed.computeIfAbsent(target, ignored -> new LinkedHashSet<>())
                        .add(from)));
        return reversed;
    }

    /** One step of each group of steps that lead back to each other. */
    public List<StepId> cycles(Collection<StepId> steps) {
        var cyclic = cyclic();
        var seen = new HashSet<StepId>();
        var found = new LinkedHashSet<StepId>();
        for (var step : steps.stream().filter(cyclic::contains).toList()) {
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
