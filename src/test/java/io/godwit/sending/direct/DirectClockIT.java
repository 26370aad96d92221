package io.godwit.sending.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.db.TestDatabase;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.MovedClock;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.nodes.NodeSettings;
import io.godwit.kit.smtp.ReceivedCopies;
import io.godwit.kit.smtp.SinkBehaviour.Reply;
import io.godwit.kit.smtp.SinkExchange;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node without a relay whose clock goes wrong by an hour while it sends. */
final class DirectClockIT {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final int EMAILS = 20;

    /** A greylisted email comes back after 5 to 6 minutes, sixty times sooner here. */
    private static final Duration EARLIEST = Duration.ofSeconds(4);

    private static final Duration LATEST = Duration.ofSeconds(30);

    private static final Vertx VERTX = Vertx.vertx();
    private static MovedClock clock;
    private static TestDatabase db;
    private static SmtpSink host;
    private static DnsStub dns;
    private static JarServer node;

    @BeforeAll
    static void start() throws Exception {
        var movable = MovedClock.make();
        assumeTrue(movable.isPresent(), "There is no libfaketime on this machine");
        clock = movable.get();
        db = TestDatabase.fresh(VERTX);
        host = SmtpSink.start(VERTX);
        dns = DnsStub.start().mx("example.com", 10, "mx.example.com").address("mx.example.com", "127.0.0.1");
        node = JarServer.start(NodeSettings.all(
                NodeSettings.on(db.url(), host),
                clock.environment(),
                Map.of(
                        "GODWIT_MAIL_MODE",
                        "direct",
                        "GODWIT_MAIL_DIRECT_PORT",
                        String.valueOf(host.port()),
                        "GODWIT_MAIL_DIRECT_ALLOW",
                        "127.0.0.0/8",
                        "GODWIT_DNS_SERVERS",
                        dns.address(),
                        "GODWIT_SENDING_PACE",
                        "60",
                        "JAVA_TOOL_OPTIONS",
                        GodwitJar.shortLived())));
    }

    @AfterAll
    static void stop() {
        if (clock != null) {
            node.close();
            host.close();
            dns.close();
            db.close();
            clock.close();
        }
        VERTX.close().await();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, -1})
    void aGreylistedEmailComesBackInTimeAndTheSourceStaysThoughTheClockIsWrong(int hours) {
        var recipients = IntStream.range(0, EMAILS)
                .mapToObj(number -> "grey" + hours + "." + number + "@example.com")
                .toList();
        Set<String> seen = ConcurrentHashMap.newKeySet();
        host.polite();
        host.choose(
                SinkPoint.RCPT,
                address -> seen.add(address)
                        ? Optional.of(new Reply("451 4.7.1 Greylisted, try again later"))
                        : Optional.empty());
        send(recipients);
        await().atMost(TIMEOUT).until(() -> seen.size() == EMAILS);
        var source = source();

        clock.by(Duration.ofHours(hours));

        await().atMost(TIMEOUT)
                .until(() -> db.count(
                                "SELECT count(*) FROM emails WHERE status = 'SENT' AND starts_with(to_email, ?)",
                                "grey" + hours + ".")
                        == EMAILS);
        assertThat(recipients).allSatisfy(recipient -> {
            var tries = tries(recipient);
            assertThat(tries).hasSize(2);
            assertThat(Duration.between(tries.get(0), tries.get(1))).isBetween(EARLIEST, LATEST);
        });
        assertThat(source()).isEqualTo(source);
        assertThat(ReceivedCopies.at(host, "grey" + hours).most()).isEqualTo(1);
    }

    private static void send(List<String> recipients) {
        var mail = new JsonObject()
                .put("to", new JsonArray(recipients))
                .put("from", "shop@" + node.demo().getString("domain"))
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
        var answer = node.api().post("/v1/send", node.demo().getString("secretKey"), mail);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    /** The holder of the source and the number of times it has changed. */
    private static Map<String, Object> source() {
        return db.query("SELECT holder, fence FROM egress_sources").get(0);
    }

    private static List<Instant> tries(String recipient) {
        return host.ledger(SinkPoint.RCPT).stream()
                .filter(exchange -> exchange.recipient().equals(recipient))
                .map(SinkExchange::at)
                .toList();
    }
}
