package io.godwit.delivery.shaping;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TrafficShaperTest {

    private static final Instant NOW = Instant.parse("2026-11-02T10:00:00Z");
    private static final String SOURCE = "192.0.2.1";
    private static final String SENDER = "shop.example";
    private static final TrafficRequest CAMPAIGN = new TrafficRequest(2, SENDER);
    private static final TrafficRequest TRANSACTIONAL = new TrafficRequest(0, SENDER);

    private final ShapingRules rules = ShapingRules.standard();
    private final ShapedSite site = rules.siteOf("example.com", List.of("mx.example.com"));
    private final TrafficShaper shaper = shaper();

    private TrafficShaper shaper() {
        return new TrafficShaper(rules, source -> false, new Random(1));
    }

    private RetryAdvice refuse(
            TrafficShaper shaper, ShapedSite site, String reply, TrafficRequest request, Instant now) {
        shaper.tryStart(SOURCE, site, request, now);
        var refusal = ShapedRefusal.of(SmtpReply.parse(reply).orElseThrow(), SmtpStage.RCPT, site, rules);
        return shaper.record(
                site.from(SOURCE), ShapedOutcome.refused(now, request.senderDomain(), refusal, 4), request.lane(), now);
    }

    private void accept(Instant now) {
        assertThat(shaper.tryStart(SOURCE, site, CAMPAIGN, now).granted()).isTrue();
        shaper.record(site.from(SOURCE), ShapedOutcome.accepted(now, SENDER), 2, now);
    }

    private SiteTraffic view(Instant now) {
        return shaper.view(now).get(0);
    }

    @Test
    void anEmailWithoutATokenIsHeldUntilTheNextOne() {
        accept(NOW);

        var permit = shaper.tryStart(SOURCE, site, CAMPAIGN, NOW);

        assertThat(permit.granted()).isFalse();
        assertThat(permit.hold().orElseThrow().code()).isEqualTo(Hold.Code.RATE);
        assertThat(shaper.tryStart(SOURCE, site, CAMPAIGN, permit.notBefore()).granted())
                .isTrue();
    }

    @Test
    void aTransactionalEmailStartsWhileACampaignUsesUpTheRate() {
        accept(NOW);

        assertThat(shaper.tryStart(SOURCE, site, CAMPAIGN, NOW).granted()).isFalse();
        assertThat(shaper.tryStart(SOURCE, site, TRANSACTIONAL, NOW).granted()).isTrue();
    }

    @Test
    void aReplyThatNamesOurAddressCutsTheRateAtOnceAndPausesWithASentence() {
        accept(NOW);
        var advice = refuse(shaper, site, "421 4.7.0 Too many messages from 192.0.2.1", CAMPAIGN, NOW.plusSeconds(2));

        assertThat(view(NOW.plusSeconds(3)).hold().orElseThrow())
                .returns(Hold.Code.RATE_REPLY, Hold::code)
                .extracting(Hold::sentence)
                .asString()
                .startsWith(
                        "mx.example.com deferred emails for their rate; sending goes on at 2026-11-02T10:00:17Z with");
        assertThat(view(NOW).perHour()).isLessThan(3_600);
        assertThat(advice.countsAttempt()).isFalse();
        assertThat(advice.after().orElseThrow()).isBetween(Duration.ofMinutes(1), Duration.ofMinutes(5));
    }

    @Test
    void aTransactionalEmailComesBackRightAfterThePause() {
        var advice = refuse(shaper, site, "421 4.7.0 Too many messages from 192.0.2.1", TRANSACTIONAL, NOW);

        assertThat(advice.after()).contains(Duration.ofSeconds(17));
    }

    @Test
    void anEmailComesBackNotBeforeTheTimeTheReplyNames() {
        var advice = refuse(shaper, site, "421 4.7.0 Too many messages, try again in 30 minutes", CAMPAIGN, NOW);

        assertThat(advice.after()).contains(Duration.ofMinutes(30));
    }

    @Test
    void aGreylistedEmailIsLeftToItsSchedule() {
        var advice = refuse(shaper, site, "451 4.7.1 Greylisted, try again later", CAMPAIGN, NOW);

        assertThat(advice.after()).isEmpty();
        assertThat(advice.countsAttempt()).isTrue();
        assertThat(view(NOW).hold()).isEmpty();
    }

    @Test
    void aBlockOfOurAddressSuspendsTheSiteAndOneEmailTestsItLater() {
        refuse(shaper, site, "554 5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org", CAMPAIGN, NOW);

        var later = NOW.plus(Duration.ofMinutes(15));
        assertThat(shaper.tryStart(SOURCE, site, TRANSACTIONAL, later.minusSeconds(1))
                        .hold()
                        .orElseThrow())
                .returns(Hold.Code.BLOCKED_SOURCE, Hold::code)
                .extracting(Hold::sentence)
                .asString()
                .contains("zen.spamhaus.org")
                .contains("Nothing is sent before 2026-11-02T10:15:00Z");
        assertThat(shaper.tryStart(SOURCE, site, CAMPAIGN, later).granted()).isTrue();
        assertThat(shaper.tryStart(SOURCE, site, TRANSACTIONAL, later)
                        .hold()
                        .orElseThrow()
                        .code())
                .isEqualTo(Hold.Code.PROBE);

        shaper.record(site.from(SOURCE), ShapedOutcome.accepted(later, SENDER), 2, later);

        assertThat(shaper.tryStart(SOURCE, site, TRANSACTIONAL, later).granted())
                .isTrue();
    }

    @Test
    void aBlockOfOneSendersDomainLeavesTheOthers() {
        refuse(shaper, site, "554 5.7.1 shop.example is listed in multi.surbl.org", CAMPAIGN, NOW);

        assertThat(shaper.tryStart(SOURCE, site, TRANSACTIONAL, NOW)
                        .hold()
                        .orElseThrow()
                        .code())
                .isEqualTo(Hold.Code.BLOCKED_DOMAIN);
        assertThat(shaper.tryStart(SOURCE, site, new TrafficRequest(0, "other.example"), NOW)
                        .granted())
                .isTrue();
    }

    @Test
    void tooManyEmailsOnAConnectionTeachTheirNumber() {
        refuse(shaper, site, "421 Max message per connection reached", CAMPAIGN, NOW);

        assertThat(shaper.emailsPerConnection(SOURCE, site, NOW)).isEqualTo(4);
        assertThat(shaper.emailsPerConnection(SOURCE, site, NOW.plus(Duration.ofHours(25))))
                .isEqualTo(100);
        assertThat(view(NOW).perHour()).isEqualTo(3_600);
    }

    @Test
    void aRefusedConnectionTeachesHowManyTheSiteTakes() {
        for (var number = 0; number < 4; number++) {
            assertThat(shaper.tryConnect(SOURCE, site, NOW).granted()).isTrue();
        }
        var refusal = ShapedRefusal.of(
                SmtpReply.parse("421 Too many concurrent connections").orElseThrow(), SmtpStage.CONNECT, site, rules);

        shaper.connectRefused(site.from(SOURCE), refusal, NOW, NOW);

        assertThat(view(NOW).maxConnections()).isEqualTo(3);
        assertThat(shaper.tryConnect(SOURCE, site, NOW).hold().orElseThrow().code())
                .isEqualTo(Hold.Code.CONNECTIONS);
    }

    private void connect(Instant now, String greeting) {
        assertThat(shaper.tryConnect(SOURCE, site, now).granted()).isTrue();
        var refusal = ShapedRefusal.of(SmtpReply.parse(greeting).orElseThrow(), SmtpStage.CONNECT, site, rules);
        shaper.connectRefused(site.from(SOURCE), refusal, now, now);
    }

    private void connect(Instant now) {
        assertThat(shaper.tryConnect(SOURCE, site, now).granted()).isTrue();
        shaper.connected(site.from(SOURCE));
    }

    @Test
    void aRefusalToGreetSuspendsTheSiteAndOneConnectionTestsItLater() {
        connect(NOW, "554 5.7.25 No reverse name of your address");
        var later = NOW.plus(Duration.ofMinutes(1));

        assertThat(shaper.tryConnect(SOURCE, site, later.minusSeconds(1)).hold().orElseThrow())
                .returns(Hold.Code.CONNECT_REFUSED, Hold::code)
                .extracting(Hold::sentence)
                .asString()
                .startsWith("mx.example.com refuses connections. mx.example.com replied \"554 5.7.25 No reverse name");
        assertThat(shaper.tryConnect(SOURCE, site, later).granted()).isTrue();
        assertThat(shaper.tryConnect(SOURCE, site, later).hold().orElseThrow().code())
                .isEqualTo(Hold.Code.PROBE);

        shaper.connected(site.from(SOURCE));
        shaper.tryStart(SOURCE, site, TRANSACTIONAL, later);
        shaper.record(site.from(SOURCE), ShapedOutcome.accepted(later, SENDER), 0, later);

        connect(later);
        connect(later);
        assertThat(view(later).suspensions()).isEmpty();
    }

    @Test
    void aTransientRefusalToGreetBesideOpenConnectionsIsForTheirNumber() {
        connect(NOW);
        connect(NOW);

        connect(NOW, "421 Service not available");

        assertThat(view(NOW).maxConnections()).isEqualTo(2);
        assertThat(view(NOW).suspensions()).isEmpty();
    }

    @Test
    void refusalsForGoodSuspendTheSiteAlsoBesideOpenConnections() {
        connect(NOW);

        connect(NOW, "521 mx.example.com does not accept mail");
        connect(NOW, "521 mx.example.com does not accept mail");
        assertThat(view(NOW).suspensions()).isEmpty();
        connect(NOW, "521 mx.example.com does not accept mail");

        assertThat(view(NOW).suspensions()).extracting(Suspension::code).containsExactly(Hold.Code.CONNECT_REFUSED);
    }

    @Test
    void aConnectionThatWasNotOpenedForAnotherCauseSaysNothingOfTheSite() {
        assertThat(shaper.tryConnect(SOURCE, site, NOW).granted()).isTrue();

        shaper.notConnected(site.from(SOURCE));

        assertThat(view(NOW).suspensions()).isEmpty();
        assertThat(view(NOW).openConnections()).isZero();
    }

    @Test
    void faultsInARowSuspendTheSite() {
        for (var number = 0; number < 5; number++) {
            refuse(shaper, site, "451 4.3.0 Internal error", TRANSACTIONAL, NOW.plusSeconds(number * 10));
        }

        assertThat(view(NOW.plusSeconds(41)).hold().orElseThrow().code()).isEqualTo(Hold.Code.SITE_FAULT);
    }

    @Test
    void aReplyRuleOfTheProviderSuspendsItForItsTime() {
        var yahoo = rules.siteOf("yahoo.com", List.of("mta5.am0.yahoodns.net"));
        var reply = "421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to user complaints";

        refuse(shaper, yahoo, reply, CAMPAIGN, NOW);
        assertThat(view(NOW.plusSeconds(20)).hold()).isEmpty();
        refuse(shaper, yahoo, reply, CAMPAIGN, NOW.plusSeconds(20));

        assertThat(view(NOW.plus(Duration.ofMinutes(119))).hold().orElseThrow())
                .returns(Hold.Code.REPLY_RULE, Hold::code)
                .extracting(Hold::sentence)
                .asString()
                .contains("Yahoo asks for hours");
        assertThat(view(NOW.plus(Duration.ofMinutes(121))).hold()).isEmpty();
    }

    @Test
    void anOperatorSuspendsAndResumes() {
        shaper.suspend(SOURCE, site, NOW.plusSeconds(60), "Maintenance.", NOW);
        assertThat(shaper.tryStart(SOURCE, site, TRANSACTIONAL, NOW)
                        .hold()
                        .orElseThrow()
                        .code())
                .isEqualTo(Hold.Code.OPERATOR);

        shaper.resume(site.from(SOURCE), NOW);

        assertThat(shaper.tryStart(SOURCE, site, TRANSACTIONAL, NOW).granted()).isTrue();
    }

    @Test
    void tryingABlockedSiteNowSendsOneEmailOnly() {
        refuse(shaper, site, "554 5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org", CAMPAIGN, NOW);

        shaper.tryNow(site.from(SOURCE), NOW.plusSeconds(10));

        assertThat(shaper.available(SOURCE, site, TRANSACTIONAL, NOW.plusSeconds(10)))
                .isEqualTo(1);
        assertThat(shaper.tryStart(SOURCE, site, CAMPAIGN, NOW.plusSeconds(10)).granted())
                .isTrue();
        assertThat(shaper.tryStart(SOURCE, site, TRANSACTIONAL, NOW.plusSeconds(10))
                        .granted())
                .isFalse();
    }

    @Test
    void aReleasedStartGivesItsTokenBack() {
        shaper.tryStart(SOURCE, site, CAMPAIGN, NOW);
        shaper.record(site.from(SOURCE), ShapedOutcome.released(NOW, SENDER), 2, NOW);

        assertThat(shaper.tryStart(SOURCE, site, CAMPAIGN, NOW).granted()).isTrue();
    }

    @Test
    void aStateSurvivesARestart() {
        refuse(shaper, site, "554 5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org", CAMPAIGN, NOW);
        var states = shaper.changed(NOW);
        var next = shaper();

        next.restore(states);

        assertThat(states).hasSize(1);
        assertThat(next.tryStart(SOURCE, site, TRANSACTIONAL, NOW.plusSeconds(5))
                        .hold()
                        .orElseThrow()
                        .code())
                .isEqualTo(Hold.Code.BLOCKED_SOURCE);
        assertThat(next.view(NOW).get(0).perHour()).isEqualTo(1_800);
        assertThat(shaper.changed(NOW)).isEmpty();
    }

    @Test
    void theLimitsOfAReplyRuleSurviveARestartUntilTheyEnd() {
        var exchange = rules.siteOf("contoso.example", List.of("contoso.mail.protection.outlook.com"));
        refuse(shaper, exchange, "451 4.7.500 Server busy. Please try again later", CAMPAIGN, NOW);
        var next = shaper();

        next.restore(shaper.changed(NOW));

        next.available(SOURCE, exchange, CAMPAIGN, NOW.plusSeconds(5));
        assertThat(next.view(NOW.plus(Duration.ofMinutes(89))).get(0))
                .returns(60, SiteTraffic::perHour)
                .returns(1, SiteTraffic::maxConnections);
        assertThat(next.view(NOW.plus(Duration.ofMinutes(91))).get(0))
                .returns(7_200, SiteTraffic::perHour)
                .returns(5, SiteTraffic::maxConnections);
    }

    @Test
    void anOperatorResumesASuspensionOfBeforeARestart() {
        var next = restarted();

        next.resume(site.from(SOURCE), NOW.plusSeconds(5));

        assertThat(next.tryStart(SOURCE, site, TRANSACTIONAL, NOW.plusSeconds(5))
                        .granted())
                .isTrue();
        assertThat(next.changed(NOW.plusSeconds(5)).get(0).suspensions()).isEmpty();
    }

    @Test
    void anOperatorTriesASiteNowThatWasBlockedBeforeARestart() {
        var next = restarted();

        next.tryNow(site.from(SOURCE), NOW.plusSeconds(5));

        assertThat(next.available(SOURCE, site, TRANSACTIONAL, NOW.plusSeconds(5)))
                .isEqualTo(1);
    }

    /** The process after one that was blocked at the site. */
    private TrafficShaper restarted() {
        refuse(shaper, site, "554 5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org", CAMPAIGN, NOW);
        var next = shaper();
        next.restore(shaper.changed(NOW));
        return next;
    }

    @Test
    void anAcceptedEmailIsNotWrittenAgainAndAgain() {
        accept(NOW);

        assertThat(shaper.changed(NOW)).isEmpty();
    }
}
