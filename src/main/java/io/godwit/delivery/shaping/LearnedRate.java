package io.godwit.delivery.shaping;

import java.time.Duration;
import java.time.Instant;

/**
 * The rate of one source at one site, as it adjusts itself: it grows while the site takes all of it, and is cut when the site
 * says that it is too much. The rate of a cut is remembered as the ceiling, which is approached slowly for a while.
 *
 * <p>Three things keep deferrals rare at small limits. A step of growth waits for evidence, not only for time. Only a reply that
 * shows that the site had capacity for the email counts as evidence; a greylisted one, or one for an unknown recipient, counts
 * neither for nor against. And a site that defers the first email after a cut is cut again at once, with a longer pause.
 */
final class LearnedRate {

    private static final double SECONDS_PER_HOUR = 3_600;

    /** The shortest window after which the rate may grow. */
    private static final Duration WINDOW = Duration.ofMinutes(1);

    /** Emails of the allowance that a window has at least, far from and near to the ceiling. */
    private static final int EVIDENCE = 20;

    private static final int EVIDENCE_NEAR_CEILING = 40;

    /** The share of a window's allowance that must have been used. */
    private static final double USED = 0.8;

    /** The share of a window's allowance that must have been proven where the rest was greylisted. */
    private static final double MIN_PROVEN = 0.2;

    /** The factor of a growth: without a ceiling or far below it, between, and near it. */
    private static final double FIRST_GROWTH = 1.2;

    private static final double GROWTH = 1.1;
    private static final double GROWTH_NEAR_CEILING = 1.01;

    /** The shares of the ceiling from which a rate is near it, and below which it is far from it. */
    private static final double NEAR = 0.9;

    private static final double FAR = 0.5;

    /** The factors of the first, the second and every further cut in a row. */
    private static final double[] CUTS = {0.7, 0.5, 0.25};

    /** The cut of a rate that was close to the known ceiling. */
    private static final double CUT_NEAR_CEILING = 0.85;

    /** Cuts are in a row when no longer time is between them. */
    private static final Duration ROW_OF_CUTS = Duration.ofMinutes(10);

    /** The time after a cut at which its ceiling is forgotten: at least, and at most. */
    private static final Duration CEILING_AGE = Duration.ofMinutes(20);

    private static final Duration MAX_CEILING_AGE = Duration.ofHours(1);

    /** Emails after which a ceiling is forgotten at small rates. */
    private static final int CEILING_EMAILS = 400;

    /** The time after which a deferral is forgotten, when the site has taken {@link #HIT_EMAILS} emails since. */
    private static final Duration HIT_WINDOW = Duration.ofMinutes(1);

    private static final int HIT_EMAILS = 300;

    /** Emails per hour below which one deferral is enough for a cut. */
    private static final int SMALL_RATE = 600;

    /** The pause after a cut; it doubles while the first email after it is deferred again. */
    private static final Duration PAUSE = Duration.ofSeconds(15);

    private static final int MAX_DOUBLINGS = 6;

    /** The factor on the rate that was really used, from which a rate that was not used up is cut. */
    private static final double OBSERVED_MARGIN = 1.2;

    private final SiteLimits limits;
    private final ObservedRate observed = new ObservedRate();
    private double perHour;
    private double ceiling;
    private Instant cutAt = Instant.EPOCH;
    private int cutsInRow;
    private Instant pausedUntil = Instant.EPOCH;
    private boolean provenSinceCut = true;
    private int pausesInRow;
    private Instant windowFrom;
    private int proven;
    private int neutral;
    private Instant hitAt = Instant.EPOCH;
    private int provenSinceHit;
    private int hits;

    LearnedRate(SiteLimits limits, Instant now) {
        this.limits = limits;
        perHour = limits.startRate();
        windowFrom = now;
    }

    /** Continues with a stored rate. */
    LearnedRate(SiteLimits limits, ShapingState.Rate stored, Instant now) {
        this(limits, now);
        perHour = bounded(stored.perHour());
        ceiling = stored.ceiling();
        cutAt = stored.cutAt();
        cutsInRow = stored.cutsInRow();
        pausedUntil = stored.pausedUntil();
    }

    ShapingState.Rate state() {
        return new ShapingState.Rate(perHour, ceiling, cutAt, cutsInRow, pausedUntil);
    }

    double perHour() {
        return perHour;
    }

    /** Returns whether the rate was ever changed. */
    boolean hasLearned() {
        return perHour != limits.startRate() || ceiling > 0 || cutsInRow > 0;
    }

    Instant pausedUntil() {
        return pausedUntil;
    }

    void started(Instant now) {
        observed.started(now);
    }

    /** An email was taken, or refused for its full or closed mailbox: the site had capacity for it. */
    void proven(Instant startedAt) {
        proven++;
        provenSinceHit++;
        if (!startedAt.isBefore(pausedUntil)) {
            provenSinceCut = true;
            pausesInRow = 0;
        }
    }

    /** The reply says nothing about the capacity of the site. */
    void neutral() {
        neutral++;
    }

    /**
     * Grows when a window has ended in which the site took nearly all of the allowance.
     *
     * @param mayGrow whether no other limit holds it
     */
    void advance(boolean mayGrow, Instant now) {
        if (now.isBefore(windowFrom.plus(window()))) {
            return;
        }
        var allowance = perHour * Duration.between(windowFrom, now).toMillis() / 1e3 / SECONDS_PER_HOUR;
        var quiet = hitAt.isBefore(windowFrom);
        if (mayGrow
                && quiet
                && proven >= Math.max(1, allowance * MIN_PROVEN)
                && proven >= (allowance - neutral) * USED) {
            grow(now);
        }
        restart(now);
    }

    private Duration window() {
        var emails = isNearCeiling() ? EVIDENCE_NEAR_CEILING : EVIDENCE;
        return longer(WINDOW, emails);
    }

    /** Returns the time, or that of so many emails at the rate, whichever is longer. */
    private Duration longer(Duration time, int emails) {
        var enough = Duration.ofMillis((long) (emails / perHour * SECONDS_PER_HOUR * 1e3));
        return enough.compareTo(time) > 0 ? enough : time;
    }

    private boolean isNearCeiling() {
        return ceiling > 0 && perHour >= ceiling * NEAR && perHour <= ceiling / NEAR;
    }

    private void grow(Instant now) {
        if (ceiling > 0 && (perHour > ceiling / NEAR || now.isAfter(cutAt.plus(ceilingAge())))) {
            ceiling = 0;
        }
        perHour = bounded(grown());
    }

    private double grown() {
        if (isNearCeiling()) {
            return perHour * GROWTH_NEAR_CEILING;
        }
        if (ceiling == 0 || perHour < ceiling * FAR) {
            return perHour * FIRST_GROWTH;
        }
        return Math.min(perHour * GROWTH, Math.max(perHour, ceiling * NEAR));
    }

    private Duration ceilingAge() {
        var age = Duration.ofMillis((long) (CEILING_EMAILS / perHour * SECONDS_PER_HOUR * 1e3));
        return age.compareTo(CEILING_AGE) < 0
                ? CEILING_AGE
                : age.compareTo(MAX_CEILING_AGE) > 0 ? MAX_CEILING_AGE : age;
    }

    /**
     * The site deferred an email for its rate. An email that had started before the end of the pause after the last cut proves nothing
     * more.
     *
     * @param namesUs whether the reply leaves no doubt that it is about our rate
     * @return whether the rate was cut
     */
    boolean deferred(Instant startedAt, Instant now, boolean namesUs) {
        if (startedAt.isBefore(pausedUntil)) {
            return false;
        }
        var forgotten = now.isAfter(hitAt.plus(HIT_WINDOW)) && provenSinceHit >= HIT_EMAILS;
        hits = forgotten ? 1 : hits + 1;
        hitAt = now;
        provenSinceHit = 0;
        if (hits < 2 && !namesUs && provenSinceCut && perHour > SMALL_RATE) {
            return false;
        }
        cut(now);
        return true;
    }

    private void cut(Instant now) {
        var near = isNearCeiling();
        cutsInRow = now.isBefore(cutAt.plus(longer(ROW_OF_CUTS, EVIDENCE))) ? cutsInRow + 1 : 1;
        pausesInRow = provenSinceCut ? 0 : Math.min(pausesInRow + 1, MAX_DOUBLINGS);
        var base = Math.min(perHour, observed.perHour(now) * OBSERVED_MARGIN);
        ceiling = base;
        var factor = near && cutsInRow == 1 ? CUT_NEAR_CEILING : CUTS[Math.min(cutsInRow, CUTS.length) - 1];
        perHour = bounded(base * factor);
        cutAt = now;
        provenSinceCut = false;
        hits = 0;
        pausedUntil = now.plus(PAUSE.multipliedBy(1L << pausesInRow));
        restart(pausedUntil);
    }

    /** Ends a pause. */
    void resume(Instant now) {
        if (pausedUntil.isAfter(now)) {
            pausedUntil = now;
            restart(now);
        }
    }

    /** Halves the rate, for a block. */
    void halve(Instant now) {
        perHour = bounded(perHour / 2);
        cutAt = now;
        restart(now);
    }

    private double bounded(double rate) {
        return Math.max(limits.minRate(), Math.min(rate, limits.maxRate()));
    }

    private void restart(Instant from) {
        windowFrom = from;
        proven = 0;
        neutral = 0;
    }
}
