package io.godwit.sending.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RelayCircuitBreakerTest {

    private long now;
    private final RelayCircuitBreaker relay = new RelayCircuitBreaker(Duration.ofSeconds(1), () -> now);

    @Test
    void aRefusalOpensTheBreakerAndThenLetsOneEmailTry() {
        relay.refused("x");

        assertThat(relay.maxInFlight(20)).isZero();
        pass(Duration.ofSeconds(1));
        assertThat(relay.maxInFlight(20)).isEqualTo(1);
    }

    @Test
    void failuresStartedBeforeTheBreakerOpenedCountOnce() {
        relay.refused("x");

        var second = relay.refused("x");

        assertThat(second).isEmpty();
        pass(Duration.ofSeconds(1));
        assertThat(relay.maxInFlight(20)).isEqualTo(1);
    }

    @Test
    void everyFurtherRefusalDoublesThePauseUpToAboutAMinute() {
        var pauses = new java.util.ArrayList<Duration>();
        for (var failure = 0; failure < 9; failure++) {
            var pause = relay.refused("x").orElseThrow();
            pauses.add(pause);
            pass(pause);
        }

        assertThat(pauses.stream().map(Duration::toSeconds)).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 64L, 64L, 64L);
    }

    @Test
    void oneAnswerClosesTheBreakerForAll() {
        relay.refused("x");
        pass(Duration.ofSeconds(1));

        relay.answered();

        assertThat(relay.maxInFlight(20)).isEqualTo(20);
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
