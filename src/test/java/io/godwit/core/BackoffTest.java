package io.godwit.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private static final Backoff STEPS =
            Backoff.steps(List.of(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofMinutes(2)));

    private static final Backoff DOUBLING = Backoff.doubling(Duration.ofMillis(100), Duration.ofSeconds(10));

    @Test
    void theLastStepRepeats() {
        assertThat(seconds(STEPS, 0, 1, 2, 3, 4, Integer.MAX_VALUE)).containsExactly(5L, 5L, 30L, 120L, 120L, 120L);
    }

    @Test
    void aPauseDoublesUpToTheLongest() {
        assertThat(IntStream.rangeClosed(1, 9).mapToObj(DOUBLING::step).map(Duration::toMillis))
                .containsExactly(100L, 200L, 400L, 800L, 1_600L, 3_200L, 6_400L, 10_000L, 10_000L);
        assertThat(seconds(DOUBLING, 64, 65, Integer.MAX_VALUE)).containsOnly(10L);
    }

    @Test
    void aSpreadPauseIsUpToAFifthShorterOrLonger() {
        assertEvenlyBetween(24_000, 36_000, random -> STEPS.spread(2, random));
        assertEvenlyBetween(6_400, 9_600, random -> Backoff.doubling(Duration.ofSeconds(2), Duration.ofMinutes(1))
                .spread(3, random));
    }

    @Test
    void aDrawnPauseIsAnythingUpToTheStep() {
        assertEvenlyBetween(0, 30_000, random -> STEPS.drawn(2, random));
    }

    private static Stream<Long> seconds(Backoff backoff, int... failures) {
        return IntStream.of(failures).mapToObj(backoff::step).map(Duration::toSeconds);
    }

    /** In milliseconds; both ends are nearly reached. */
    private static void assertEvenlyBetween(long least, long max, Function<RandomGenerator, Duration> draw) {
        var random = new SplittableRandom(3);
        var drawn = IntStream.range(0, 5_000)
                .mapToLong(ignored -> draw.apply(random).toMillis())
                .summaryStatistics();
        var hundredth = (max - least) / 100;

        assertThat(drawn.getMin()).isBetween(least, least + hundredth);
        assertThat(drawn.getMax()).isBetween(max - hundredth, max);
        assertThat(drawn.getAverage()).isBetween((least + max) / 2.0 - hundredth, (least + max) / 2.0 + hundredth);
    }
}
