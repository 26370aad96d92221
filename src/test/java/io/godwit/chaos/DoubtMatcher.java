package io.godwit.chaos;

import io.godwit.chaos.Observation.Doubt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/** Finds the repetitions that no fault explains. */
final class DoubtMatcher {

    /**
     * An email that came, or a call that was answered, and was followed by the same once more.
     *
     * @param at when the one came that was followed
     */
    record Repetition(String id, Instant at) {}

    private final List<Doubt> doubts;
    private final ToIntFunction<Doubt> limit;
    private final Map<Doubt, Set<String>> doubtToIds = new HashMap<>();

    /** @param limit the most that a fault leaves in doubt */
    DoubtMatcher(List<Doubt> doubts, ToIntFunction<Doubt> limit) {
        this.doubts = doubts.stream().sorted(Comparator.comparing(Doubt::to)).toList();
        this.limit = limit;
    }

    /**
     * Gives each repetition to a fault that was there when the first of the two came: to the one that ends first, has not had as many
     * as were under way, and has had no other of the same id. That leaves the most for the later ones. Returns those that are left.
     */
    List<Repetition> unexplained(List<Repetition> repetitions) {
        var left = new ArrayList<Repetition>();
        repetitions.stream().sorted(Comparator.comparing(Repetition::at)).forEach(repetition -> doubts.stream()
                .filter(doubt -> doubt.covers(repetition.at()) && hasCapacity(doubt, repetition.id()))
                .findFirst()
                .ifPresentOrElse(doubt -> ids(doubt).add(repetition.id()), () -> left.add(repetition)));
        return left;
    }

    private boolean hasCapacity(Doubt doubt, String id) {
        return ids(doubt).size() < limit.applyAsInt(doubt) && !ids(doubt).contains(id);
    }

    private Set<String> ids(Doubt doubt) {
        return doubtToIds.computeIfAbsent(doubt, ignored -> new HashSet<>());
    }

    /** Returns the most that one fault of each kind was given. */
    Map<String, Integer> most() {
        var faultToMost = new TreeMap<String, Integer>();
        doubtToIds.forEach((doubt, given) -> faultToMost.merge(doubt.fault(), given.size(), Math::max));
        return faultToMost;
    }

    /** Describes the faults of a time. */
    static String faults(List<Doubt> doubts, Instant at) {
        return doubts.stream()
                .filter(doubt -> doubt.covers(at))
                .map(doubt -> doubt.fault() + " " + doubt.from() + " to " + doubt.to())
                .toList()
                .toString();
    }
}
