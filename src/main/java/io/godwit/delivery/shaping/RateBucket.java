package io.godwit.delivery.shaping;

import java.time.Duration;
import java.time.Instant;

/**
 * The tokens of one source at one site: an email takes one, time brings new ones. A part is reserved for transactional emails,
 * so that they start at once while a campaign uses up the rate; where nobody uses the reserve, the whole rate belongs to all.
 */
final class RateBucket {

    /** Seconds of the rate that may be saved up: there is no burst after a rest. */
    private static final double SAVED_SECONDS = 5;

    /** The share of the rate that refills the reserve of lane 0. */
    static final double RESERVED_SHARE = 0.2;

    /** Emails per second that refill the reserve, however small the rate is; at most half of the rate. */
    private static final double RESERVED_PER_SECOND = 1;

    private static final double SECONDS_PER_HOUR = 3_600;

    /** Rounding errors of a token. */
    private static final double EPSILON = 1e-6;

    private double open;
    private double reserved;
    private Instant filledAt;

    RateBucket(Instant now) {
        open = 1;
        reserved = 1;
        filledAt = now;
    }

    /** Adds the tokens since the last call. */
    void fill(double perHour, Instant now) {
        if (!now.isAfter(filledAt)) {
            return;
        }
        var perSecond = perHour / SECONDS_PER_HOUR;
        var seconds = Duration.between(filledAt, now).toNanos() / 1e9;
        filledAt = now;
        var reserveRate = reserveRate(perSecond);
        var reserveSize = Math.max(1, reserveRate * SAVED_SECONDS);
        var toReserve = Math.max(0, Math.min(reserveRate * seconds, reserveSize - reserved));
        reserved += toReserve;
        open = Math.min(Math.max(1, perSecond * SAVED_SECONDS), open + perSecond * seconds - toReserve);
    }

    private static double reserveRate(double perSecond) {
        return Math.min(Math.max(perSecond * RESERVED_SHARE, RESERVED_PER_SECOND), perSecond / 2);
    }

    int available(boolean mayUseReserve) {
        return (int) Math.floor(open + EPSILON) + (mayUseReserve ? (int) Math.floor(reserved + EPSILON) : 0);
    }

    boolean acquire(boolean mayUseReserve) {
        if (open + EPSILON >= 1) {
            open -= 1;
            return true;
        }
        if (mayUseReserve && reserved + EPSILON >= 1) {
            reserved -= 1;
            return true;
        }
        return false;
    }

    void release() {
        open += 1;
    }

    /** Returns the time at which a token will be there. */
    Instant next(boolean mayUseReserve, double perHour) {
        var perSecond = perHour / SECONDS_PER_HOUR;
        var reserveRate = reserveRate(perSecond);
        var reserveMissing = Math.max(0, Math.max(1, reserveRate * SAVED_SECONDS) - reserved);
        var openRate = reserveMissing > EPSILON ? perSecond - reserveRate : perSecond;
        var seconds = (1 - open) / openRate;
        if (mayUseReserve) {
            seconds = Math.min(seconds, (1 - reserved) / reserveRate);
        }
        return filledAt.plusNanos((long) (Math.max(0, seconds) * 1e9) + 1_000_000);
    }

    /** Empties the bucket after a cut, so that emails go on at the new rate; one transactional email may go at once. */
    void empty(Instant from) {
        open = Math.min(open, 0);
        reserved = 1;
        filledAt = from;
    }
}
