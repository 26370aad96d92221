package io.godwit.sending.pipeline;

import io.godwit.core.Backoff;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The circuit breaker of the mail server. A failure at the greeting, EHLO, STARTTLS, AUTH or MAIL is about us and not about a
 * recipient, and so is a refusal that the recipients of several projects get alike. So the whole node stops and only one email
 * at a time is risked until one gets through: a wrong password costs a thousand queued emails no attempt each.
 */
final class RelayCircuitBreaker {

    /** As a multiple of the first pause: 1 s to about 1 min. */
    private static final int LONGEST_PAUSE = 64;

    private final Backoff backoff;
    private final LongSupplier nanoTime;
    private int failures;
    private long shutUntil;
    private Optional<String> pattern = Optional.empty();
    private String lastReply = "";

    RelayCircuitBreaker(Duration firstPause, LongSupplier nanoTime) {
        this.backoff = Backoff.doubling(firstPause, firstPause.multipliedBy(LONGEST_PAUSE));
        this.nanoTime = nanoTime;
    }

    /** How many emails may be under way now, {@code slots} when all is well. */
    int allowance(int slots) {
        if (failures == 0) {
            return slots;
        }
        return nanoTime.getAsLong() - shutUntil >= 0 ? 1 : 0;
    }

    /** Answers how long nothing is started; nothing for the failure of what was started before, which counts once. */
    Optional<Duration> refused(String reply) {
        lastReply = reply;
        if (allowance(1) == 0) {
            return Optional.empty();
        }
        failures++;
        var pause = backoff.step(failures);
        shutUntil = nanoTime.getAsLong() + pause.toNanos();
        return Optional.of(pause);
    }

    /** It refuses everybody alike: only an acceptance opens it again. Counts like {@link #refused(String)}. */
    void refusesAll(String refusal, String reply) {
        pattern = Optional.of(refusal);
        refused(reply);
    }

    /** Tells whether it refuses everybody alike. */
    boolean isRefusing() {
        return pattern.isPresent();
    }

    /** The refusal everybody got, empty when there is none. */
    String pattern() {
        return pattern.orElse("");
    }

    /** Tells whether it does so with this refusal. */
    boolean isRefusing(String refusal) {
        return pattern.filter(refusal::equals).isPresent();
    }

    /** The reply or sentence it is out of use for; empty while all is well. */
    Optional<String> outage() {
        return failures == 0 ? Optional.empty() : Optional.of(lastReply);
    }

    /** It spoke with us about a message. */
    void answered() {
        if (pattern.isEmpty()) {
            failures = 0;
        }
    }

    /** It took a message although it had refused everybody's. */
    void accepted() {
        pattern = Optional.empty();
        failures = 0;
    }
}
