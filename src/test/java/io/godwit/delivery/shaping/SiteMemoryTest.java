package io.godwit.delivery.shaping;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The time for which traffic shaping remembers a site, and for which it has known it as suspended. */
class SiteMemoryTest {

    private static final Instant NOW = Instant.parse("2026-11-02T10:00:00Z");
    private static final String SOURCE = "192.0.2.1";
    private static final String SENDER = "shop.example";
    private static final TrafficRequest CAMPAIGN = new TrafficRequest(2, SENDER);

    private final ShapingRules rules = ShapingRules.standard();
    private final ShapedSite site = rules.siteOf("example.com", List.of("mx.example.com"));
    private final TrafficShaper shaper = new TrafficShaper(rules, source -> false, new Random(1));

    private void accept(Instant now) {
        assertThat(shaper.tryStart(SOURCE, site, CAMPAIGN, now).granted()).isTrue();
        shaper.record(site.from(SOURCE), ShapedOutcome.accepted(now, SENDER), 2, now);
    }

    private void deferForRate(Instant now) {
        shaper.tryStart(SOURCE, site, CAMPAIGN, now);
        var reply =
                SmtpReply.parse("421 4.7.0 Too many messages from 192.0.2.1").orElseThrow();
        var refusal = ShapedRefusal.of(reply, SmtpStage.RCPT, site, rules);
        shaper.record(site.from(SOURCE), ShapedOutcome.refused(now, SENDER, refusal, 4), 2, now);
    }

    @Test
    void aSiteOfWhichNothingWasLearnedIsForgottenAfterAnHour() {
        accept(NOW);
        shaper.changed(NOW.plus(Duration.ofMinutes(59)));
        var before = shaper.isKnown(site.from(SOURCE));

        shaper.changed(NOW.plus(Duration.ofMinutes(61)));

        assertThat(before).isTrue();
        assertThat(shaper.isKnown(site.from(SOURCE))).isFalse();
    }

    @Test
    void aSiteWhoseRateWasCutIsRememberedForAWeek() {
        deferForRate(NOW);
        shaper.changed(NOW);

        shaper.changed(NOW.plus(Duration.ofDays(6)));

        assertThat(shaper.isKnown(site.from(SOURCE))).isTrue();
    }

    @Test
    void aSiteWithAnEmailInFlightIsNotForgotten() {
        shaper.tryStart(SOURCE, site, CAMPAIGN, NOW);

        shaper.changed(NOW.plus(Duration.ofDays(8)));

        assertThat(shaper.isKnown(site.from(SOURCE))).isTrue();
    }

    @Test
    void aSiteHasBeenSuspendedSinceTheFirstOfItsSuspensionsInARow() {
        accept(NOW);
        shaper.connectFailed(site.from(SOURCE), "refused", NOW, NOW);
        var second = NOW.plus(Duration.ofMinutes(1));
        shaper.connectFailed(site.from(SOURCE), "refused", second, second);
        var third = NOW.plus(Duration.ofMinutes(3));
        shaper.connectFailed(site.from(SOURCE), "refused", third, third);

        assertThat(shaper.suspendedFor(site.from(SOURCE), NOW.plus(Duration.ofMinutes(5))))
                .isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void aSiteThatTookAnEmailIsSuspendedNoMore() {
        accept(NOW);
        shaper.connectFailed(site.from(SOURCE), "refused", NOW, NOW);

        accept(NOW.plus(Duration.ofMinutes(2)));

        assertThat(shaper.suspendedFor(site.from(SOURCE), NOW.plus(Duration.ofMinutes(3))))
                .isZero();
    }
}
