package io.godwit.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.id.ProjectId;
import io.godwit.webhooks.CallClaimStore.Share;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how long calls wait and which is next, without a database. */
class CallBackoffTest {

    private static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");

    private final CallBackoff backoff = new CallBackoff(1, new SplittableRandom(3));

    @ParameterizedTest
    @CsvSource({"1,5", "2,30", "3,120", "4,600", "5,1800", "6,3600", "7,7200", "8,14400", "9,14400", "1000,14400"})
    void pausesAreDrawnBetweenAMomentAndTheStep(int attempt, int seconds) {
        var drawn = IntStream.range(0, 2_000)
                .mapToObj(ignored -> backoff.after(attempt))
                .toList();

        assertThat(drawn).allMatch(pause -> pause.toMillis() >= 1_000 && pause.toSeconds() <= seconds);
        var mean = drawn.stream().mapToLong(Duration::toMillis).average().orElseThrow();
        assertThat(mean).isBetween(seconds * 450.0, seconds * 600.0);
    }

    @ParameterizedTest
    @CsvSource({
        "1,1",
        "3600,3600",
        "999999999,3600",
        "'Sun, 22 Nov 2026 10:00:30 GMT',30",
        "'Fri, 22 Nov 2030 10:00:30 GMT',3600",
        "0,",
        "-1,",
        "1.5,",
        "99999999999999999999,",
        "'Sun, 22 Nov 2026 09:00:00 GMT',",
        "soon,"
    })
    void retryAfterIsReadWithinBounds(String header, Long seconds) {
        assertThat(RetryAfter.read(header, NOW).map(Duration::toSeconds).orElse(null))
                .isEqualTo(seconds);
    }

    @Test
    void noProjectTakesMoreThanHalfTheCapacityAndNoServerMoreThanItsShare() {
        var busy = new ProjectId(UUID.randomUUID());
        var small = new ProjectId(UUID.randomUUID());
        var limiter = new CallLimiter(100, 5, new Random(1));
        var due = LongStream.range(0, 1_000).mapToObj(server -> new EndpointKey(busy, server << 8));
        var shares = limiter.shares(
                java.util.stream.Stream.concat(due, java.util.stream.Stream.of(new EndpointKey(small, 1)))
                        .toList());

        assertThat(calls(shares, busy)).isEqualTo(50);
        assertThat(calls(shares, small)).isEqualTo(5);
        assertThat(shares).allMatch(share -> share.calls() <= 5);
    }

    @Test
    void endpointsOfOneServerShareItsCapacity() {
        var project = new ProjectId(UUID.randomUUID());
        var limiter = new CallLimiter(100, 5, new Random(1));
        limiter.begin(new EndpointKey(project, (7L << 8) | 1));

        var shares = limiter.shares(LongStream.range(0, 256)
                .mapToObj(path -> new EndpointKey(project, (7L << 8) | path))
                .toList());

        assertThat(calls(shares, project)).isEqualTo(4);
        assertThat(shares).hasSize(4);
    }

    @Test
    void anEndedCallFreesItsCapacity() {
        var project = new ProjectId(UUID.randomUUID());
        var endpoint = new EndpointKey(project, 256);
        var limiter = new CallLimiter(4, 5, new Random(1));
        limiter.begin(endpoint);
        limiter.begin(endpoint);
        var full = limiter.shares(List.of(endpoint));
        limiter.end(endpoint);

        assertThat(full).isEmpty();
        assertThat(limiter.shares(List.of(endpoint))).containsExactly(new Share(endpoint, 1));
        assertThat(limiter.inFlight()).isOne();
    }

    private static int calls(List<Share> shares, ProjectId project) {
        return shares.stream()
                .filter(share -> share.endpoint().project().equals(project))
                .mapToInt(Share::calls)
                .sum();
    }
}
