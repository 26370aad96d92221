package io.godwit.delivery.shaping;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * The state of one source at one site that must survive a restart. {@link Instant#EPOCH} stands for never.
 *
 * @param suspensions those that have not ended, and ended ones whose next would be longer
 * @param ruleLimits those that reply rules have set and that have not ended
 * @param warmUp empty for a source that is not warmed up
 */
public record ShapingState(
        ShapingKey key,
        Rate rate,
        ConnectionState connections,
        List<Suspension> suspensions,
        List<RuleLimit> ruleLimits,
        Optional<WarmUpDay> warmUp) {

    public ShapingState {
        suspensions = List.copyOf(suspensions);
        ruleLimits = List.copyOf(ruleLimits);
    }

    /**
     * The learned rate.
     *
     * @param perHour emails per hour
     * @param ceiling the rate at the last cut; 0 when forgotten
     * @param cutsInRow cuts with less than ten minutes between them
     */
    public record Rate(double perHour, double ceiling, Instant cutAt, int cutsInRow, Instant pausedUntil) {}

    /** The learned limits of connections. */
    public record ConnectionState(int limit, Instant cutAt, int emailsPerConnection, Instant emailsLearnedAt) {}

    /**
     * The limits that a reply rule, or unknown recipients, have set for a while.
     *
     * @param rule its name, or {@code unknown recipients}
     * @param rate max emails per hour
     */
    public record RuleLimit(String rule, Optional<Integer> rate, Optional<Integer> connections, Instant until) {}

    /**
     * A day of the warm-up.
     *
     * @param step of {@link WarmUpPlan}
     * @param day in UTC
     * @param refused of the day's emails, deferred for their rate or blocked
     */
    public record WarmUpDay(int step, LocalDate day, int sent, int refused, Instant lastSentAt) {}
}
