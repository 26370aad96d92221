package io.godwit.sending.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class MailServerCircuitBreakerTest {

    private long now;
    private final MailServerCircuitBreaker breaker = new MailServerCircuitBreaker(Duration.ofSeconds(1), () -> now);

    @Test
    void aRefusalOpensTheBreakerAndThenLetsOneEmailTry() {
        breaker.refused("x");

        assertThat(breaker.maxInFlight(20)).isZero();
        pass(Duration.ofSeconds(1));
        assertThat(breaker.maxInFlight(20)).isEqualTo(1);
    }

    @Test
    void failuresStartedBeforeTheBreakerOpenedCountOnce() {
        breaker.refused("x");

        var second = breaker.refused("x");

        assertThat(second).isEmpty();
        pass(Duration.ofSeconds(1));
        assertThat(breaker.maxInFlight(20)).isEqualTo(1);
    }

    @Test
    void everyFurtherRefusalDoublesThePauseUpToAboutAMinute() {
        var pauses = new java.util.ArrayList<Duration>();
        for (var failure = 0; failure < 9; failure++) {
            var pause = breaker.refused("x").orElseThrow();
            pauses.add(pause);
            pass(pause);
        }

        assertThat(pauses.stream().map(Duration::toSeconds)).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 64L, 64L, 64L);
    }

    @Test
    void oneAnswerClosesTheBreakerForAll() {
        breaker.refused("x");
        pass(Duration.ofSeconds(1));

        breaker.answered();

        assertThat(breaker.maxInFlight(20)).isEqualTo(20);
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
