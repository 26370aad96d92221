package io.godwit.core.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class IdsTest {

    private static final long NOW = 1_790_000_000_000L;

    @Test
    void idsOfOneMillisecondGrowButAreNoNeighbours() {
        var generator = new Ids.Generator();
        var last = generator.next(NOW);

        for (var round = 0; round < 100_000; round++) {
            var next = generator.next(NOW);

            assertThat(next).isGreaterThan(last);
            assertThat(Math.abs(next.getLeastSignificantBits() - last.getLeastSignificantBits()))
                    .as("between " + last + " and " + next)
                    .isGreaterThan(255);
            last = next;
        }
        assertThat(millis(last)).isEqualTo(NOW);
    }

    @Test
    void theyAreOfVersionSevenAndTellTheirTime() {
        var id = new Ids.Generator().next(NOW);

        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(millis(id)).isEqualTo(NOW);
        assertThat(millis(Ids.next())).isBetween(System.currentTimeMillis() - 10_000, System.currentTimeMillis());
    }

    @Test
    void aClockThatStepsBackALittleDoesNotBreakTheOrder() {
        var generator = new Ids.Generator();
        var first = generator.next(NOW);

        assertThat(generator.next(NOW - 900)).isGreaterThan(first);
        assertThat(millis(generator.next(NOW - 60_000))).isEqualTo(NOW - 60_000);
        assertThat(millis(generator.next(NOW + 1))).isEqualTo(NOW + 1);
    }

    private static long millis(UUID id) {
        return id.getMostSignificantBits() >>> 16;
    }
}
