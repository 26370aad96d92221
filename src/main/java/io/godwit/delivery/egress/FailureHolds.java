package io.godwit.delivery.egress;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.Backoff;
import io.godwit.delivery.shaping.ShapingKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The failures to connect that hold some emails of a site and not the others: of a domain whose policy for encryption is not met, or
 * of an address. Each holds for a minute, doubling to an hour while it repeats; then one connection tests it. Lost at a restart.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class FailureHolds {

    private static final Backoff PAUSE = Backoff.doubling(Duration.ofMinutes(1), Duration.ofHours(1));

    /** The time for which a test keeps other emails waiting, unless it ends before. */
    private static final Duration TEST = Duration.ofMinutes(1);

    /** The time without a failure after which the next one holds for the shortest time again. */
    private static final Duration MEMORY = Duration.ofHours(6);

    private static final int MAX_FAILURES = 10_000;

    private record FailureKey(ShapingKey site, String subject) {}

    /** @param since the time of the latest failure */
    private record Failure(String sentence, Instant since, Instant until, int times) {}

    private final Clock clock;
    private final Cache<FailureKey, Failure> keyToFailure = Caffeine.newBuilder()
            .maximumSize(MAX_FAILURES)
            .expireAfterWrite(MEMORY)
            .build();

    FailureHolds(Clock clock) {
        this.clock = clock;
    }

    /**
     * Notes a failure, and returns the reason emails wait now. A failure of a connection that was begun before the latest one says
     * nothing new.
     *
     * @param subject a domain or an address
     * @param startedAt the time the connection was begun
     */
    HeldException failed(ShapingKey site, String subject, String sentence, Instant startedAt) {
        var key = new FailureKey(site, subject);
        var now = clock.instant();
        var former = keyToFailure.getIfPresent(key);
        if (former != null && startedAt.isBefore(former.since())) {
            return held(former, now);
        }
        var times = former == null ? 1 : former.times() + 1;
        var failure = new Failure(sentence, now, now.plus(PAUSE.step(times)), times);
        keyToFailure.put(key, failure);
        return held(failure, now);
    }

    private static HeldException held(Failure failure, Instant now) {
        return new HeldException(Duration.between(now, failure.until()), failure.sentence(), true);
    }

    void passed(ShapingKey site, String subject) {
        keyToFailure.invalidate(new FailureKey(site, subject));
    }

    /** A connection is begun: where a failure held before, it is the test, and others wait for its end. */
    void started(ShapingKey site, String subject) {
        keyToFailure
                .asMap()
                .computeIfPresent(
                        new FailureKey(site, subject),
                        (key, failure) -> new Failure(
                                failure.sentence(),
                                failure.since(),
                                clock.instant().plus(TEST),
                                failure.times()));
    }

    /** Returns the failure by which an email waits now. */
    Optional<HeldException> hold(ShapingKey site, String subject) {
        var now = clock.instant();
        return Optional.ofNullable(keyToFailure.getIfPresent(new FailureKey(site, subject)))
                .filter(failure -> now.isBefore(failure.until()))
                .map(failure -> held(failure, now));
    }

    /** Forgets the failures of a site. */
    void forget(ShapingKey site) {
        keyToFailure.asMap().keySet().removeIf(key -> key.site().equals(site));
    }
}
