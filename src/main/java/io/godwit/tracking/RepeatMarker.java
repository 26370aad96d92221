package io.godwit.tracking;

import io.godwit.core.id.EmailId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Marks the hits that several nodes have each taken for a client's first within a minute ({@link RepeatDetector}): of them all,
 * only the earliest makes an event.
 */
final class RepeatMarker {

    /** The time within which hits of one client are repeats of its first. */
    static final Duration WINDOW = Duration.ofMinutes(1);

    /** The identity of a hit, as in {@link RepeatDetector}. */
    private record Key(EmailId email, Hit.Kind kind, Optional<String> link, HitClass visitorClass, Short client) {

        private static Key of(Hit hit) {
            return new Key(
                    hit.email(),
                    hit.kind(),
                    hit.link(),
                    hit.visitorClass(),
                    hit.client().orElseThrow());
        }
    }

    private RepeatMarker() {}

    /** Returns the time of the earliest hit that may be a repeat; empty when there is none. */
    static Optional<Instant> earliest(List<Hit> hits) {
        return hits.stream().filter(RepeatMarker::isFirst).map(Hit::at).min(Comparator.naturalOrder());
    }

    /**
     * Returns the same hits in the same order; those that repeat another one are marked.
     *
     * @param before hits of the same emails that are counted already
     */
    static List<Hit> marked(List<Hit> hits, List<Hit> before) {
        Map<Key, List<Instant>> keyToFirsts = new HashMap<>();
        before.forEach(hit -> firsts(keyToFirsts, hit).add(hit.at()));
        return hits.stream()
                .map(hit -> isFirst(hit) && !isAdded(firsts(keyToFirsts, hit), hit.at()) ? hit.asRepeat() : hit)
                .toList();
    }

    private static List<Instant> firsts(Map<Key, List<Instant>> keyToFirsts, Hit hit) {
        return keyToFirsts.computeIfAbsent(Key.of(hit), ignored -> new ArrayList<>(1));
    }

    /** Adds a hit unless one of the others is less than a minute away. */
    private static boolean isAdded(List<Instant> firsts, Instant at) {
        return firsts.stream()
                        .noneMatch(first -> Duration.between(first, at).abs().compareTo(WINDOW) < 0)
                && firsts.add(at);
    }

    private static boolean isFirst(Hit hit) {
        return hit.repeats() == 0 && hit.client().isPresent();
    }
}
