package io.godwit.delivery.shaping;

import io.godwit.bounces.RetryHint;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The time of the next attempt, where it is traffic shaping that decides.
 *
 * @param after empty leaves it to the retry schedule of the email
 * @param countsAttempt whether the attempt counts; false when it failed for the rate or the connections of all emails
 */
public record RetryAdvice(Optional<Duration> after, boolean countsAttempt) {

    static final RetryAdvice BY_SCHEDULE = new RetryAdvice(Optional.empty(), true);

    /** The first and the last time at which an email comes back that was deferred for the rate. */
    private static final Duration FROM = Duration.ofMinutes(1);

    private static final Duration TO = Duration.ofMinutes(5);

    /**
     * The time at which a transactional email comes back that was deferred for the rate, counted from the end of the site's pause.
     */
    static final Duration TRANSACTIONAL_PAUSE = Duration.ofSeconds(2);

    /** Returns the advice for an email that was deferred for its rate, not before the time the reply names. */
    static RetryAdvice ofRate(
            ShapedOutcome outcome, int lane, Instant pausedUntil, Instant now, RandomGenerator random) {
        var pause = pausedUntil.isAfter(now) ? Duration.between(now, pausedUntil) : Duration.ZERO;
        var spread = lane == 0
                ? pause.plus(TRANSACTIONAL_PAUSE)
                : FROM.plusMillis(random.nextLong(TO.minus(FROM).toMillis()));
        var hint = outcome.refusal()
                .flatMap(refusal -> RetryHint.of(refusal.line()))
                .orElse(Duration.ZERO);
        return uncounted(longest(pause, longest(spread, hint)));
    }

    private static Duration longest(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    static RetryAdvice uncounted(Duration after) {
        return new RetryAdvice(Optional.of(after), false);
    }
}
