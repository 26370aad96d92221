package io.godwit.delivery.relay;

import io.godwit.core.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The circuit breaker of one relay. Safe from any thread. */
final class RelayCircuitBreaker {

    private static final Duration MAX_PAUSE = Duration.ofMinutes(1);

    private final Backoff backoff;
    private int failures;
    private boolean open;
    private Optional<RelayFailure> last = Optional.empty();

    RelayCircuitBreaker(Duration firstPause) {
        this.backoff = Backoff.doubling(firstPause, MAX_PAUSE);
    }

    /** A failure of the relay, with its reply or a sentence in its place. */
    record RelayFailure(Instant at, String reply) {}

    synchronized boolean isOpen() {
        return open;
    }

    /** Opens the breaker. Returns the pause until a probe; empty when it was open already. */
    synchronized Optional<Duration> opened(String reply) {
        last = Optional.of(new RelayFailure(Instant.now(), reply));
        if (open) {
            return Optional.empty();
        }
        open = true;
        failures++;
        return Optional.of(backoff.step(failures));
    }

    /** Returns the pause until the next probe after one that failed. */
    synchronized Duration probeFailed(String reply) {
        last = Optional.of(new RelayFailure(Instant.now(), reply));
        failures++;
        return backoff.step(failures);
    }

    /** Closes the breaker after a probe; the pauses grow on until an email is accepted. */
    synchronized void probed() {
        open = false;
    }

    synchronized void accepted() {
        open = false;
        failures = 0;
    }

    synchronized Optional<RelayFailure> lastFailure() {
        return last;
    }
}
