package io.godwit.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkBehaviour.Close;
import io.godwit.kit.smtp.SinkBehaviour.Late;
import io.godwit.kit.smtp.SinkBehaviour.Reply;
import io.godwit.kit.smtp.SinkBehaviour.ReplyAndClose;
import io.godwit.kit.smtp.SinkMessage;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.sending.DirectNode;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The models of the traffic shaping simulation as mail hosts with sockets: a node sends hundreds of emails to each, and each arrives
 * exactly once.
 */
@Tag("soak")
class DirectDeliverySoakTest {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String DOMAIN = "soak.test";
    private static final String SITE = "mx.soak.test";

    /** Retries come back a thousand times sooner than in life; pauses of a site last as long as in life. */
    private static final int PACE = 1_000;

    private final Random random = new Random(5);

    private static String rules(int connections, int perSecond) {
        return """
                default:
                  connections: %d
                  emails-per-connection: 50
                  start-rate: %d/s
                  max-rate: 1000/s
                """.formatted(connections, perSecond);
    }

    private static void awaitEachOnce(DirectNode node, SmtpSink host, int count) {
        host.awaitMessages(count, LIMIT);
        await().atMost(LIMIT).until(() -> node.queued(DOMAIN, "true") == 0);
        assertThat(host.messages())
                .extracting(SinkMessage::recipient)
                .hasSize(count)
                .doesNotHaveDuplicates();
        assertThat(node.pipeline.db.count("SELECT count(*) FROM emails WHERE status <> 'SENT'"))
                .isZero();
    }

    private static void send(DirectNode node, int count) {
        node.emails(node.pipeline.project(), DOMAIN, count);
    }

    @Test
    void aHostThatGreylistsEachEmailGetsAll() throws Exception {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        try (var node = DirectNode.start(rules(10, 100), PACE)) {
            var host = node.hostOf(DOMAIN)
                    .choose(
                            SinkPoint.RCPT,
                            address -> refusedIf(seen.add(address), "451 4.7.1 Greylisted, try again later"));
            send(node, 500);

            awaitEachOnce(node, host, 500);
            assertThat(host.ledger(SinkPoint.RCPT)).hasSize(1_000);
        }
    }

    @Test
    void theRateFindsTheLimitOfAHost() throws Exception {
        var limit = new Limit(20);
        try (var node = DirectNode.start(rules(10, 30), PACE)) {
            var host = node.hostOf(DOMAIN)
                    .choose(
                            SinkPoint.MAIL,
                            address -> limit.take()
                                    ? Optional.empty()
                                    : Optional.of(new ReplyAndClose(
                                            "421 4.7.28 Unusual rate of mail from your network, try again later")));
            send(node, 1_500);

            awaitEachOnce(node, host, 1_500);
            var refused = host.ledger(SinkPoint.MAIL).stream()
                    .filter(exchange -> exchange.reply().startsWith("421"))
                    .count();
            assertThat(refused).isBetween(2L, 75L);
            assertThat(learnedRate(node)).isBetween(0.6 * 20 * 3_600, 1.1 * 20 * 3_600);
        }
    }

    @Test
    void aHostThatBlocksUsIsLeftAloneUntilAnOperatorResumesIt() throws Exception {
        try (var node = DirectNode.start(rules(10, 100), PACE)) {
            var host = node.hostOf(DOMAIN)
                    .rule(
                            SinkPoint.MAIL,
                            new Reply("554 5.7.1 Client host [127.0.0.1] blocked using zen.spamhaus.org"));
            send(node, 300);
            await().atMost(LIMIT).until(() -> isSuspended(node) && node.queued(DOMAIN, "lease_until > now()") == 0);
            assertThat(host.ledger(SinkPoint.MAIL)).hasSizeLessThan(40);

            host.polite();
            node.pipeline.bus.publish(
                    SiteCommand.TOPIC, new SiteCommand(SITE, "", SiteCommand.Action.RESUME, 0, "Mended"));
            new SiteTrafficStore()
                    .wake(node.pipeline.db.database().workers(), SITE)
                    .await();

            awaitEachOnce(node, host, 300);
        }
    }

    @Test
    void aHostThatIsSlowAtTheDotGetsAllOverItsConnections() throws Exception {
        try (var node = DirectNode.start(rules(8, 100), PACE)) {
            var host = node.hostOf(DOMAIN)
                    .choose(
                            SinkPoint.DOT,
                            address -> Optional.of(new Late(Duration.ofMillis(100 + random.nextInt(1_500)))));
            send(node, 300);

            awaitEachOnce(node, host, 300);
            assertThat(host.mostConnections()).isLessThanOrEqualTo(8);
        }
    }

    @Test
    void aHostWhoseConnectionsDieGetsAll() throws Exception {
        try (var node = DirectNode.start(rules(10, 100), PACE)) {
            var host = node.hostOf(DOMAIN);
            for (var point : Set.of(SinkPoint.MAIL, SinkPoint.RCPT, SinkPoint.DATA, SinkPoint.DOT)) {
                host.choose(point, address -> random.nextInt(25) == 0 ? Optional.of(new Close()) : Optional.empty());
            }
            send(node, 400);
            host.awaitMessages(100, LIMIT);
            host.hangUp();

            awaitEachOnce(node, host, 400);
        }
    }

    private static Optional<SinkBehaviour> refusedIf(boolean refuses, String reply) {
        return refuses ? Optional.of(new Reply(reply)) : Optional.empty();
    }

    private static boolean isSuspended(DirectNode node) {
        return node.pipeline.db.count("SELECT count(*) FROM shaping_states WHERE suspensions <> '[]'") == 1;
    }

    private static double learnedRate(DirectNode node) {
        return (double) node.pipeline.db.value("SELECT per_hour FROM shaping_states WHERE site = ?", SITE);
    }

    /** A hidden limit: so many emails a second, and five seconds' worth at once, so that the rate is seen before the first refusal. */
    private static final class Limit {

        private static final int BURST_SECONDS = 5;

        private final double perSecond;
        private double tokens;
        private long filledAt = System.nanoTime();

        Limit(double perSecond) {
            this.perSecond = perSecond;
            this.tokens = BURST_SECONDS * perSecond;
        }

        synchronized boolean take() {
            var now = System.nanoTime();
            tokens = Math.min(BURST_SECONDS * perSecond, tokens + perSecond * (now - filledAt) / 1e9);
            filledAt = now;
            var taken = tokens >= 1;
            tokens -= taken ? 1 : 0;
            return taken;
        }
    }
}
