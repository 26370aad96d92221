package io.godwit.delivery.egress;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.delivery.egress.ConnectionHold.HoldKey;
import io.godwit.delivery.egress.ConnectionHold.Kind;
import io.godwit.delivery.shaping.ShapingKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FailureHoldsTest {

    private static final ShapingKey SITE = new ShapingKey("192.0.2.1", "mx.example.com");
    private static final HoldKey DOMAIN = new HoldKey(SITE, Kind.DOMAIN, "example.com");

    private Instant now = Instant.parse("2026-11-28T10:00:00Z");

    private final FailureHolds holds = new FailureHolds(new Clock() {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    });

    private Optional<Duration> pause() {
        return holds.find(DOMAIN).map(HeldException::pause);
    }

    private Duration failNow() {
        holds.started(DOMAIN);
        return holds.failed(DOMAIN, "It failed", now).pause();
    }

    @Test
    void aFailureThatRepeatsHoldsForTwiceTheTimeUpToAnHour() {
        for (var minutes : new int[] {1, 2, 4, 8, 16, 32, 60, 60}) {
            assertThat(failNow()).isEqualTo(Duration.ofMinutes(minutes));
            assertThat(pause()).contains(Duration.ofMinutes(minutes));
            now = now.plus(Duration.ofMinutes(minutes));
            assertThat(pause()).isEmpty();
        }
    }

    @Test
    void oneConnectionIsTheTestAndOthersWaitForItsEnd() {
        failNow();
        now = now.plus(Duration.ofMinutes(1));

        holds.started(DOMAIN);

        assertThat(pause()).contains(Duration.ofMinutes(1));
        holds.passed(DOMAIN);
        assertThat(pause()).isEmpty();
        assertThat(failNow()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void connectionsThatWereBegunTogetherFailOnce() {
        var startedAt = now.minusSeconds(5);
        holds.failed(DOMAIN, "It failed", startedAt);

        assertThat(holds.failed(DOMAIN, "It failed", startedAt).pause()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void otherDomainsAndSourcesAreNotHeld() {
        failNow();

        assertThat(holds.find(new HoldKey(SITE, Kind.DOMAIN, "other.example.com")))
                .isEmpty();
        assertThat(holds.find(new HoldKey(new ShapingKey("192.0.2.2", "mx.example.com"), Kind.DOMAIN, "example.com")))
                .isEmpty();
    }

    @Test
    void theFailuresOfASiteAreForgottenTogether() {
        failNow();

        holds.clear(SITE);

        assertThat(pause()).isEmpty();
    }
}
