package io.godwit.delivery.egress;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.Backoff;
import io.godwit.delivery.egress.ConnectionHold.HoldKey;
import io.godwit.delivery.shaping.ShapingKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The failures to connect that hold some emails of a site and not the others: of a domain whose policy for encryption is not met, or
 * of an address. Each holds for a minute, doubling to an hour while it repeats; then one connection tests it. {@link
 * ConnectionHoldWriter} keeps them over a restart.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class FailureHolds {

    /** The time without a failure after which the next one holds for the shortest time again. */
    static final Duration MEMORY = Duration.ofHours(6);

    static final int MAX_FAILURES = 10_000;

    private static final Backoff PAUSE = Backoff.doubling(Duration.ofMinutes(1), Duration.ofHours(1));

    /** The time for which a test keeps other emails waiting, unless it ends before. */
    private static final Duration TEST = Duration.ofMinutes(1);

    private final Clock clock;
    private final Cache<HoldKey, ConnectionHold> keyToHold = Caffeine.newBuilder()
            .maximumSize(MAX_FAILURES)
            .expireAfterWrite(MEMORY)
            .build();
    private final Set<HoldKey> changed = new LinkedHashSet<>();

    FailureHolds(Clock clock) {
        this.clock = clock;
    }

    /**
     * Notes a failure, and returns the reason emails wait now. A failure of a connection that was begun before the latest one says
     * nothing new.
     *
     * @param startedAt the time the connection was begun
     */
    HeldException failed(HoldKey key, String sentence, Instant startedAt) {
        var now = clock.instant();
        var former = keyToHold.getIfPresent(key);
        if (former != null && startedAt.isBefore(former.since())) {
            return held(former, now);
        }
        var times = former == null ? 1 : former.times() + 1;
        var hold = new ConnectionHold(key, sentence, now, now.plus(PAUSE.step(times)), times);
        keyToHold.put(key, hold);
        noteChange(key);
        return held(hold, now);
    }

    private static HeldException held(ConnectionHold hold, Instant now) {
        return new HeldException(Duration.between(now, hold.until()), hold.sentence(), true);
    }

    private void noteChange(HoldKey key) {
        if (changed.size() < MAX_FAILURES) {
            changed.add(key);
        }
    }

    void passed(HoldKey key) {
        if (keyToHold.asMap().remove(key) != null) {
            noteChange(key);
        }
    }

    /** A connection is begun: where a failure held before, it is the test, and others wait for its end. */
    void started(HoldKey key) {
        keyToHold
                .asMap()
                .computeIfPresent(
                        key, (ignored, hold) -> hold.until(clock.instant().plus(TEST)));
    }

    /** Returns the failure by which an email waits now. */
    Optional<HeldException> find(HoldKey key) {
        var now = clock.instant();
        return Optional.ofNullable(keyToHold.getIfPresent(key))
                .filter(hold -> now.isBefore(hold.until()))
                .map(hold -> held(hold, now));
    }

    /** Removes the failures of a site, as an operator asks for. */
    void clear(ShapingKey site) {
        keys(key -> key.site().equals(site)).forEach(this::passed);
    }

    /** Removes the failures of a source that another node took over. */
    void removeSource(String source) {
        keyToHold.asMap().keySet().removeAll(keys(key -> key.site().source().equals(source)));
        changed.removeIf(key -> key.site().source().equals(source));
    }

    private Set<HoldKey> keys(Predicate<HoldKey> which) {
        var found = new LinkedHashSet<>(keyToHold.asMap().keySet());
        found.removeIf(which.negate());
        return found;
    }

    /** Continues with stored failures. */
    void restore(Collection<ConnectionHold> stored) {
        stored.forEach(hold -> keyToHold.put(hold.key(), hold));
    }

    /** Returns the failures that have changed since the last call; empty for one that has ended. */
    Map<HoldKey, Optional<ConnectionHold>> takeChanged() {
        var taken = new LinkedHashMap<HoldKey, Optional<ConnectionHold>>();
        changed.forEach(key -> taken.put(key, Optional.ofNullable(keyToHold.getIfPresent(key))));
        changed.clear();
        return taken;
    }
}
