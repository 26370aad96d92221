package io.godwit.delivery.shaping;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The rate at a site that does not know many of our recipients. */
class UnknownRecipientTest {

    private static final Instant NOW = Instant.parse("2026-11-02T10:00:00Z");
    private static final String SOURCE = "192.0.2.1";
    private static final String SENDER = "shop.example";
    private static final TrafficRequest TRANSACTIONAL = new TrafficRequest(0, SENDER);

    /** The rate before anything is learned: one email a second. */
    private static final int START_RATE = 3_600;

    private final ShapingRules rules = ShapingRules.standard();
    private final ShapedSite site = rules.siteOf("example.com", List.of("mx.example.com"));
    private final TrafficShaper shaper = new TrafficShaper(rules, source -> false, new Random(1));
    private final ShapedRefusal unknown =
            ShapedRefusal.of(SmtpReply.parse("550 5.1.1 User unknown").orElseThrow(), SmtpStage.RCPT, site, rules);

    /** Sends an email a second for a minute, the first so many to unknown recipients. */
    private void minute(TrafficShaper shaper, int minute, int unknownRecipients, int known) {
        for (var number = 0; number < unknownRecipients + known; number++) {
            var now = NOW.plus(Duration.ofMinutes(minute)).plusSeconds(number);
            assertThat(shaper.tryStart(SOURCE, site, TRANSACTIONAL, now).granted())
                    .isTrue();
            record(shaper, number < unknownRecipients, now);
        }
    }

    private void record(TrafficShaper shaper, boolean isUnknown, Instant now) {
        var outcome = isUnknown ? ShapedOutcome.refused(now, SENDER, unknown, 0) : ShapedOutcome.accepted(now, SENDER);
        shaper.record(site.from(SOURCE), outcome, 0, now);
    }

    /** Sends all that the rate lets start, each so manieth to an unknown recipient; returns the rate at the end. */
    private int hours(int hours, int unknownEach) {
        var sent = 0;
        for (var second = 0; second < hours * 3_600; second++) {
            var now = NOW.plusSeconds(second);
            while (shaper.tryStart(SOURCE, site, TRANSACTIONAL, now).granted()) {
                record(shaper, ++sent % unknownEach == 0, now);
            }
        }
        return perHour(hours * 60 - 1);
    }

    private void minute(int minute, int unknownRecipients, int known) {
        minute(shaper, minute, unknownRecipients, known);
    }

    /** The rate at the end of the minute. */
    private int perHour(TrafficShaper shaper, int minute) {
        var now = NOW.plus(Duration.ofMinutes(minute + 1));
        shaper.available(SOURCE, site, TRANSACTIONAL, now);
        return shaper.view(now).get(0).perHour();
    }

    private int perHour(int minute) {
        return perHour(shaper, minute);
    }

    @Test
    void anUnknownRecipientProvesNothingForTheRate() {
        minute(0, 19, 30);

        assertThat(perHour(0)).isEqualTo(START_RATE);
    }

    @Test
    void fewUnknownRecipientsDoNotHoldTheRate() {
        minute(0, 19, 41);

        assertThat(perHour(0)).isGreaterThan(START_RATE);
    }

    @Test
    void aTwentiethOfUnknownRecipientsDoesNotHoldTheRate() {
        assertThat(hours(1, 20)).isGreaterThan(START_RATE * 20);
    }

    @Test
    void aTenthOfUnknownRecipientsHoldsTheRateForAsLongAsItLasts() {
        assertThat(hours(3, 10)).isBetween(START_RATE, START_RATE * 3);
    }

    @Test
    void moreThanATwentiethOfUnknownRecipientsHoldTheRateForAnHour() {
        minute(0, 20, 40);

        for (var minute = 1; minute < 60; minute++) {
            minute(minute, 0, 60);
            assertThat(perHour(minute)).isEqualTo(START_RATE);
        }
        minute(60, 0, 60);
        minute(61, 0, 60);
        assertThat(perHour(61)).isGreaterThan(START_RATE);
    }

    @Test
    void theRateIsHeldOverARestart() {
        minute(0, 20, 40);
        var next = new TrafficShaper(rules, source -> false, new Random(1));
        next.restore(shaper.changed(NOW.plusSeconds(60)));

        minute(next, 1, 0, 60);
        minute(next, 2, 0, 60);

        assertThat(perHour(next, 2)).isEqualTo(START_RATE);
    }
}
