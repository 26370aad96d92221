package io.godwit.delivery.shaping;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The warm-up of a new source at one site. A day (UTC) in which half of the allowance was used and fewer than one email in a
 * hundred was deferred or blocked leads to the next step; a block leads two steps back; a month of silence to the first. Of the
 * allowance of each hour and of each day a part is left to transactional emails.
 */
final class WarmUp {

    private static final Duration RESET_AFTER = Duration.ofDays(30);

    private static final int STEPS_BACK = 2;

    /** A day counts when fewer than one in so many of its emails were refused. */
    private static final int PERCENT = 100;

    private int step;
    private LocalDate day;
    private int sentToday;
    private int refusedToday;
    private Instant hour;
    private int sentThisHour;
    private Instant lastSentAt;
    private boolean steppedBack;

    WarmUp(Instant now) {
        this(new ShapingState.WarmUpDay(0, date(now), 0, 0, now), now);
    }

    WarmUp(ShapingState.WarmUpDay stored, Instant now) {
        step = stored.step();
        day = stored.day();
        sentToday = stored.sent();
        refusedToday = stored.refused();
        lastSentAt = stored.lastSentAt();
        hour = now.truncatedTo(ChronoUnit.HOURS);
    }

    ShapingState.WarmUpDay state() {
        return new ShapingState.WarmUpDay(step, day, sentToday, refusedToday, lastSentAt);
    }

    private static LocalDate date(Instant now) {
        return LocalDate.ofInstant(now, ZoneOffset.UTC);
    }

    void advance(Instant now) {
        if (!hour.equals(now.truncatedTo(ChronoUnit.HOURS))) {
            hour = now.truncatedTo(ChronoUnit.HOURS);
            sentThisHour = 0;
        }
        if (!date(now).equals(day)) {
            step = now.isAfter(lastSentAt.plus(RESET_AFTER)) ? 0 : step + (counts() ? 1 : 0);
            day = date(now);
            sentToday = 0;
            refusedToday = 0;
            steppedBack = false;
        }
    }

    private boolean counts() {
        return !steppedBack && sentToday * 2 >= WarmUpPlan.perDay(step) && refusedToday * PERCENT < sentToday;
    }

    private boolean isOver() {
        return step >= WarmUpPlan.STEPS;
    }

    /** @param mayUseReserve whether for a transactional email */
    int available(boolean mayUseReserve) {
        return isOver()
                ? Integer.MAX_VALUE
                : Math.max(0, Math.min(leftToday(mayUseReserve), leftThisHour(mayUseReserve)));
    }

    private int leftToday(boolean mayUseReserve) {
        return allowed(WarmUpPlan.perDay(step), mayUseReserve) - sentToday;
    }

    private int leftThisHour(boolean mayUseReserve) {
        return allowed(WarmUpPlan.perHour(step), mayUseReserve) - sentThisHour;
    }

    private static int allowed(int allowance, boolean mayUseReserve) {
        return mayUseReserve ? allowance : allowance - (int) Math.ceil(allowance * RateBucket.RESERVED_SHARE);
    }

    /** Returns the time from which the next email may go, when the allowance of the hour or the day is used up for it. */
    Optional<Instant> heldUntil(boolean mayUseReserve) {
        if (available(mayUseReserve) > 0) {
            return Optional.empty();
        }
        return Optional.of(
                leftToday(mayUseReserve) <= 0
                        ? day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant()
                        : hour.plus(1, ChronoUnit.HOURS));
    }

    String sentence() {
        return "The warm-up allows " + WarmUpPlan.perDay(step) + " emails on this day and " + WarmUpPlan.perHour(step)
                + " an hour; " + sentToday + " were sent today."
                + (available(true) > 0 ? " The rest is left to transactional emails." : "");
    }

    void started(Instant now) {
        sentToday++;
        sentThisHour++;
        lastSentAt = now;
    }

    void release() {
        sentToday = Math.max(0, sentToday - 1);
        sentThisHour = Math.max(0, sentThisHour - 1);
    }

    void deferred() {
        refusedToday++;
    }

    void blocked() {
        refusedToday++;
        if (!steppedBack) {
            step = Math.max(0, step - STEPS_BACK);
            steppedBack = true;
        }
    }
}
