package io.godwit.delivery.shaping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.godwit.db.TestDatabase;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
class ShapingStateStoreTest {

    private static final ShapingRules RULES = ShapingRules.standard();

    private static final Instant NOW = Instant.parse("2026-11-02T10:00:00Z");

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final ShapingStateStore store = new ShapingStateStore();

    @AfterEach
    void close() throws Exception {
        db.close();
        vertx.close().await(60, TimeUnit.SECONDS);
    }

    private static ShapingState state(String source, double perHour) {
        return new ShapingState(
                new ShapingKey(source, "google"),
                new ShapingState.Rate(perHour, 1_000, NOW, 2, NOW.plusSeconds(15)),
                new ShapingState.ConnectionState(4, NOW, 20, Instant.EPOCH),
                List.of(new Suspension(
                        Hold.Code.BLOCKED_DOMAIN,
                        Optional.of("shop.example"),
                        "google replied \"no\".",
                        NOW,
                        NOW.plusSeconds(900),
                        1,
                        false)),
                List.of(
                        new ShapingState.RuleLimit("busy", Optional.of(60), Optional.empty(), NOW.plusSeconds(60)),
                        new ShapingState.RuleLimit("crowded", Optional.empty(), Optional.of(1), NOW.plusSeconds(9))),
                Optional.of(new ShapingState.WarmUpDay(3, LocalDate.parse("2026-11-02"), 40, 1, NOW)));
    }

    private void save(List<ShapingState> states, long fence) throws Exception {
        store.save(db.database().workers(), states, source -> fence).await(60, TimeUnit.SECONDS);
    }

    private List<ShapingState> load(String... sources) throws Exception {
        return store.load(db.database().workers(), List.of(sources)).await(60, TimeUnit.SECONDS);
    }

    @Test
    void aStateIsReadAsItWasWritten() throws Exception {
        var states = List.of(state("a", 700), state("b", 60.5));

        save(states, 1);

        assertThat(load("a", "b")).containsExactlyInAnyOrderElementsOf(states);
        assertThat(load("c")).isEmpty();
    }

    @Test
    void aNodeThatLostTheSourceChangesNothing() throws Exception {
        save(List.of(state("a", 700)), 5);

        save(List.of(state("a", 3_600)), 4);
        assertThat(load("a").get(0).rate().perHour()).isEqualTo(700);

        save(List.of(state("a", 800)), 5);
        assertThat(load("a").get(0).rate().perHour()).isEqualTo(800);
    }

    @Test
    void aReasonThatOnlyANewerVersionKnowsSuspendsAsAGeneralOne() throws Exception {
        save(List.of(state("a", 700)), 1);
        db.query("""
                UPDATE shaping_states
                   SET suspensions = jsonb_build_array(jsonb_build_object('code', 'full-moon', 'senderDomain', null,
                           'sentence', 'The moon is full.', 'since', now(), 'until', now() + interval '1 hour', 'times', 2,
                           'lifted', false, 'phase', 0.5))
                """);
        var next = new TrafficShaper(RULES, source -> false, new Random(1));

        new ShapingStateWriter(next, db.database().workers(), source -> 2, Clock.systemUTC())
                .restore(List.of("a"))
                .await(60, TimeUnit.SECONDS);

        var google = RULES.siteOf("gmail.com", List.of("mx.google.com"));
        var permit = next.tryStart("a", google, new TrafficRequest(0, "shop.example"), Instant.now());
        assertThat(permit.hold().orElseThrow().code()).isEqualTo(Hold.Code.OTHER);
        assertThat(permit.hold().orElseThrow().sentence()).startsWith("The moon is full.");
        assertThat(permit.notBefore()).isAfter(Instant.now().plus(Duration.ofMinutes(50)));
        save(load("a"), 2);
        assertThat(load("a").get(0).suspensions())
                .extracting(Suspension::code, Suspension::times)
                .containsExactly(tuple(Hold.Code.OTHER, 2));
    }

    @Test
    void aBlockIsWrittenAtOnceAndTheNextNodeContinuesWithIt() throws Exception {
        var site = RULES.siteOf("example.com", List.of("mx.example.com"));

        var next = nextAfter(site, "554 5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org");

        assertThat(next.tryStart("a", site, new TrafficRequest(0, "shop.example"), Instant.now())
                        .hold()
                        .orElseThrow()
                        .code())
                .isEqualTo(Hold.Code.BLOCKED_SOURCE);
    }

    @Test
    void theLimitsOfAReplyRuleAreWrittenAtOnceAndTheNextNodeKeepsThem() throws Exception {
        var site = RULES.siteOf("contoso.example", List.of("contoso.mail.protection.outlook.com"));

        var next = nextAfter(site, "451 4.7.500 Server busy. Please try again later");

        var now = Instant.now();
        next.available("a", site, new TrafficRequest(2, "shop.example"), now);
        assertThat(next.view(now).get(0)).returns(60, SiteTraffic::perHour).returns(1, SiteTraffic::maxConnections);
    }

    /** Lets one node be refused, waits for its state to be written at once, and returns the limits another node continues with. */
    private TrafficShaper nextAfter(ShapedSite site, String refusal) throws Exception {
        var shaper = new TrafficShaper(RULES, source -> false, new Random(1));
        var writer = new ShapingStateWriter(shaper, db.database().workers(), source -> 1, Clock.systemUTC());
        var now = Instant.now();
        var reply = SmtpReply.parse(refusal).orElseThrow();
        var refused =
                ShapedOutcome.refused(now, "shop.example", ShapedRefusal.of(reply, SmtpStage.RCPT, site, RULES), 0);
        var context = vertx.getOrCreateContext();
        context.runOnContext(ignored -> {
            refuse(shaper, "b", site, refused, now);
            writer.start(vertx);
        });
        await().atMost(Duration.ofSeconds(60)).until(() -> !load("b").isEmpty());
        context.runOnContext(ignored -> refuse(shaper, "a", site, refused, now));
        // Sooner than the next periodic write, ten seconds after the first.
        await().atMost(Duration.ofSeconds(5)).until(() -> !load("a").isEmpty());
        var next = new TrafficShaper(RULES, source -> false, new Random(1));
        new ShapingStateWriter(next, db.database().workers(), source -> 2, Clock.systemUTC())
                .restore(List.of("a"))
                .await(60, TimeUnit.SECONDS);
        return next;
    }

    private static void refuse(
            TrafficShaper shaper, String source, ShapedSite site, ShapedOutcome refused, Instant now) {
        shaper.tryStart(source, site, new TrafficRequest(2, "shop.example"), now);
        shaper.record(site.from(source), refused, 2, now);
    }
}
