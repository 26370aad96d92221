package io.godwit.sending;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Whether the mail server lets us in. A failure at the greeting, EHLO, STARTTLS or AUTH is about us and not about a
 * recipient, so the whole node stops and only one email at a time is risked until one gets through: a wrong password costs
 * a thousand queued emails no attempt each.
 */
final class Relay {

    /** The pause doubles with every failure up to 64 times the first: 1 s to about 1 min. */
    private static final int MAX_DOUBLINGS = 6;

    private final Duration firstPause;
    private final LongSupplier nanoTime;
    private int failures;
    private long shutUntil;

    Relay(Duration firstPause, LongSupplier nanoTime) {
        this.firstPause = firstPause;
        this.nanoTime = nanoTime;
    }

    /** How many emails may be under way now, {@code slots} when all is well. */
    int allowance(int slots) {
        if (failures == 0) {
            return slots;
        }
        return nanoTime.getAsLong() - shutUntil >= 0 ? 1 : 0;
    }

    /** Answers how long the door stays shut; nothing for the failure of what was started before it shut, which counts once. */
    Optional<Duration> refused() {
        if (allowance(1) == 0) {
            return Optional.empty();
        }
        failures = Math.min(failures + 1, MAX_DOUBLINGS + 1);
        var pause = firstPause.multipliedBy(1L << (failures - 1));
        shutUntil = nanoTime.getAsLong() + pause.toNanos();
        return Optional.of(pause);
    }

    /** It spoke with us about a message. */
    void answered() {
        failures = 0;
    }
}
