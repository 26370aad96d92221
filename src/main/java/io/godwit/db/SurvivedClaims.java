package io.godwit.db;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Claims of suspected rows that have ended on this node while it lives, whether it finished, released or lost them. Another
 * claim may count such an end as a crash of this node, also some time later when a release was not written; this node then takes
 * it back. All its state belongs to the context it is used on.
 *
 * @param <C> the type of a claim
 */
public final class SurvivedClaims<C> {

    private final Duration remembered;
    private final Function<List<C>, Future<Void>> uncountCrashes;
    private final Map<C, Long> claimToTime = new HashMap<>();

    /**
     * Creates an empty collection.
     *
     * @param remembered longer than a lease
     * @param uncountCrashes takes back those of the crashes that were counted
     */
    public SurvivedClaims(Duration remembered, Function<List<C>, Future<Void>> uncountCrashes) {
        this.remembered = remembered;
        this.uncountCrashes = uncountCrashes;
    }

    /** Adds a claim that has ended on this node, whose crash may be counted until {@code remembered} has passed. */
    public void add(C claim) {
        claimToTime.put(claim, System.nanoTime());
    }

    /** Takes back the crashes that were counted so far. Never fails: those that could not be taken back are tried again. */
    public Future<Void> uncountCrashes() {
        claimToTime.values().removeIf(since -> System.nanoTime() - since > remembered.toNanos());
        return claimToTime.isEmpty()
                ? Future.succeededFuture()
                : uncountCrashes.apply(List.copyOf(claimToTime.keySet())).otherwiseEmpty();
    }
}
