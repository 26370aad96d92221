package io.godwit.sending.pipeline;

import io.godwit.sending.queue.ConcurrencySettings;
import java.util.function.LongSupplier;

/**
 * The share of the emails of this node that leave one way: how many wait and are in flight, and how many more are worth claiming.
 *
 * <p>All its state belongs to the context it is used on, except what {@link InFlightEmail} receives.
 */
final class StartShare {

    /** Max emails that wait for each connection. */
    private static final int MAX_WAITING = 8;

    private final ConcurrencyLimiter limiter;
    private final StartRate rate;
    private int waiting;
    private int occupied;

    StartShare(ConcurrencySettings settings, LongSupplier nanoTime) {
        this.limiter = new ConcurrencyLimiter(settings, nanoTime);
        this.rate = new StartRate(nanoTime);
    }

    ConcurrencyLimiter limiter() {
        return limiter;
    }

    void waits(int more) {
        waiting += more;
    }

    int waiting() {
        return waiting;
    }

    void started() {
        occupied++;
        rate.started();
    }

    /** Notes that an email has left its connection, or lets another go behind it. */
    void vacated() {
        occupied--;
    }

    int occupied() {
        return occupied;
    }

    /** Returns the number of rows worth claiming: 0 until half of those that may wait fit, as {@link StartQueue#capacity} says. */
    int capacity(int max) {
        var free = free(max);
        return free >= Math.max(1, maxWaiting(max) / 2) ? free : 0;
    }

    /** Returns the number of emails that may be added. */
    int free(int max) {
        return max + maxWaiting(max) - waiting - occupied;
    }

    private int maxWaiting(int max) {
        return Math.max(max, Math.min(rate.perWindow(), MAX_WAITING * max));
    }
}
