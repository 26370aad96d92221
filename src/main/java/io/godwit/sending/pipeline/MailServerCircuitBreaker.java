package io.godwit.sending.pipeline;

import io.godwit.core.Backoff;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The circuit breaker of the mail server. A failure at the greeting, EHLO, STARTTLS, AUTH or MAIL is about us and not about a
 * recipient, and so is a refusal that recipients of several projects get alike. So the node stops sending and probes with one
 * email at a time until one is accepted: a wrong password costs a thousand queued emails no attempt each.
 */
final class MailServerCircuitBreaker {

    /** The longest pause as a multiple of the first one: about a minute after 1 s. */
    private static final int MAX_PAUSE = 64;

    private final Backoff backoff;
    private final LongSupplier nanoTime;
    private int failures;
    private long openUntil;
    private Optional<String> pattern = Optional.empty();
    private String lastReply = "";

    MailServerCircuitBreaker(Duration firstPause, LongSupplier nanoTime) {
        this.backoff = Backoff.doubling(firstPause, firstPause.multipliedBy(MAX_PAUSE));
        this.nanoTime = nanoTime;
    }

    /** Returns the number of emails that may be in flight now; {@code slots} while the breaker is closed. */
    int maxInFlight(int slots) {
        if (failures == 0) {
            return slots;
        }
        return nanoTime.getAsLong() - openUntil >= 0 ? 1 : 0;
    }

    /**
     * Opens the breaker and returns for how long. Empty when it was already open: failures of emails in flight do not count
     * again.
     */
    Optional<Duration> refused(String reply) {
        lastReply = reply;
        if (maxInFlight(1) == 0) {
            return Optional.empty();
        }
        failures++;
        var pause = backoff.step(failures);
        openUntil = nanoTime.getAsLong() + pause.toNanos();
        return Optional.of(pause);
    }

    /**
     * Opens the breaker for a common refusal, which only an acceptance closes again. Counts like {@link #refused(String)}.
     */
    void refusesAll(String refusal, String reply) {
        pattern = Optional.of(refusal);
        refused(reply);
    }

    /** Returns whether the breaker is open for a common refusal. */
    boolean isRefusing() {
        return pattern.isPresent();
    }

    /** Returns the common refusal, empty text when there is none. */
    String pattern() {
        return pattern.orElse("");
    }

    /** Returns whether the breaker is open for this common refusal. */
    boolean isRefusing(String refusal) {
        return pattern.filter(refusal::equals).isPresent();
    }

    /** Returns the reply or sentence for which the breaker is open; empty while it is closed. */
    Optional<String> outage() {
        return failures == 0 ? Optional.empty() : Optional.of(lastReply);
    }

    /** Closes the breaker after any reply about a message, unless it is open for a common refusal. */
    void answered() {
        if (pattern.isEmpty()) {
            failures = 0;
        }
    }

    /** Closes the breaker after an accepted message, also when it was open for a common refusal. */
    void accepted() {
        pattern = Optional.empty();
        failures = 0;
    }
}
