package io.godwit.delivery.shaping;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The emails that the traffic shaping of a new source lets start. */
class ShapedWarmUpTest {

    private static final Instant NOW = Instant.parse("2026-11-02T10:00:00Z");
    private static final String SOURCE = "192.0.2.1";
    private static final String SENDER = "shop.example";
    private static final TrafficRequest CAMPAIGN = new TrafficRequest(2, SENDER);
    private static final TrafficRequest TRANSACTIONAL = new TrafficRequest(0, SENDER);

    private final ShapingRules rules = ShapingRules.standard();
    private final ShapedSite site = rules.siteOf("example.com", List.of("mx.example.com"));
    private final TrafficShaper cold = new TrafficShaper(rules, source -> true, new Random(1));

    /** Starts an email every ten seconds as long as it may; returns how many started. */
    private int startAll(TrafficRequest request, Instant from, Duration time) {
        var sent = 0;
        for (var at = from; at.isBefore(from.plus(time)); at = at.plusSeconds(10)) {
            if (cold.tryStart(SOURCE, site, request, at).granted()) {
                sent++;
                cold.record(site.from(SOURCE), ShapedOutcome.accepted(at, SENDER), request.lane(), at);
            }
        }
        return sent;
    }

    @Test
    void aTransactionalEmailStartsWhenACampaignHasUsedUpItsPartOfTheWarmUp() {
        var midnight = Instant.parse("2026-11-02T00:00:00Z");

        assertThat(startAll(CAMPAIGN, midnight, Duration.ofMinutes(59))).isEqualTo(4);
        var first = midnight.plus(Duration.ofMinutes(59));
        assertThat(cold.available(SOURCE, site, CAMPAIGN, first)).isZero();
        assertThat(cold.tryStart(SOURCE, site, TRANSACTIONAL, first).granted()).isTrue();

        startAll(CAMPAIGN, midnight.plus(Duration.ofHours(1)), Duration.ofHours(19));
        var evening = midnight.plus(Duration.ofHours(20));
        assertThat(cold.tryStart(SOURCE, site, CAMPAIGN, evening))
                .returns(midnight.plus(Duration.ofDays(1)), StartPermit::notBefore)
                .extracting(permit -> permit.hold().orElseThrow().sentence())
                .asString()
                .isEqualTo("The warm-up allows 50 emails on this day and 6 an hour; 40 were sent today."
                        + " The rest is left to transactional emails.");
        assertThat(startAll(TRANSACTIONAL, evening, Duration.ofHours(4))).isEqualTo(10);
        assertThat(startAll(CAMPAIGN, midnight.plus(Duration.ofDays(1)), Duration.ofDays(1)))
                .isEqualTo(56);
    }

    @Test
    void aNewSourceSendsItsAllowanceOfTheHourAndOfTheDay() {
        var sent = 0;
        var notBefore = NOW;
        for (var at = NOW; at.isBefore(NOW.plus(Duration.ofHours(1))); at = at.plusSeconds(10)) {
            var permit = cold.tryStart(SOURCE, site, TRANSACTIONAL, at);
            if (permit.granted()) {
                sent++;
                cold.record(site.from(SOURCE), ShapedOutcome.accepted(at, SENDER), 0, at);
            } else if (permit.hold().orElseThrow().code() == Hold.Code.WARM_UP) {
                notBefore = permit.notBefore();
            }
        }

        assertThat(sent).isEqualTo(6);
        assertThat(notBefore).isEqualTo(NOW.plus(Duration.ofHours(1)));
        assertThat(cold.view(NOW).get(0).warmUp().map(ShapingState.WarmUpDay::sent))
                .isEqualTo(Optional.of(6));
    }
}
