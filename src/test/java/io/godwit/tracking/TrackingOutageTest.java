package io.godwit.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.TcpProxy;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Opens and clicks at a node whose wire to PostgreSQL is cut; another node counts them. */
@GodwitServer("GODWIT_TRACKING_PER_DAY=0")
@CloseFields
class TrackingOutageTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    private static final String SHOP = "https://shop.example.com/";

    private static TestServer server;

    private TrackedEmail email;
    private final Vertx vertx = Vertx.vertx();
    private final TcpProxy wire =
            TcpProxy.to(vertx, "127.0.0.1", server.database().port());
    private final TestServer node = TestServer.start(Map.of(
            "GODWIT_DATABASE_URL",
            server.database().url().replace(":" + server.database().port() + "/", ":" + wire.port() + "/"),
            "GODWIT_ROLES",
            "http",
            "GODWIT_HTTP_TRUSTED_PROXIES",
            "127.0.0.1"));
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void aMailThatWasSent() {
        email = TrackedEmail.sent(server);
        lines.start();
        logger().addAppender(lines);
    }

    @AfterEach
    void stopReadingTheLog() {
        logger().detachAppender(lines);
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(HitWriter.class);
    }

    @Test
    void opensAndClicksOfAnOutageAreCountedOnceWithTheirOwnTime() {
        cut();
        open("192.0.2.1");
        open("192.0.2.1");
        click("192.0.2.1", SHOP);
        await().atMost(TIMEOUT).until(() -> !isReady());
        open("198.51.100.1");
        var last = Instant.now();
        await().atMost(TIMEOUT).until(() -> metric("godwit_tracking_waiting") == 4);
        await().during(Duration.ofSeconds(3)).atMost(TIMEOUT).until(() -> !isReady());

        heal();

        email.awaitCounts(3, 1);
        assertThat(metric("godwit_tracking_waiting")).isZero();
        assertThat(email.events("email.open")).isEqualTo(2);
        assertThat(email.events("email.click")).isOne();
        assertThat(server.database()
                        .count(
                                "SELECT count(*) FROM hits WHERE email_id = ? AND repeats IS NULL"
                                        + " AND created_at < ?::timestamptz + interval '1 second'",
                                email.id(),
                                last.toString()))
                .isEqualTo(3);
        assertThat(dropped()).isZero();
    }

    /** The wire falls silent in the middle of a statement, whose rows are stored all the same. */
    @Test
    void anOpenWhoseRowWasStoredWithoutAnAnswerIsCountedOnce() {
        wire.loseReply(1, piece -> piece.toString(StandardCharsets.ISO_8859_1).contains("INSERT 0 1\0"));

        open("192.0.2.1");

        email.awaitCounts(1, 0);
        assertThat(server.database().count("SELECT count(*) FROM hits WHERE email_id = ?", email.id()))
                .isOne();
        assertThat(email.events("email.open")).isOne();
    }

    @Test
    void anOpenThatWaitsIsStoredWhenItsNodeStops() {
        cut();
        open("192.0.2.1");
        await().atMost(TIMEOUT).until(() -> !isReady());
        heal();
        await().atMost(TIMEOUT).until(this::isReady);

        node.close();

        email.awaitCounts(1, 0);
    }

    @Test
    void aNodeThatStopsWithoutADatabaseLogsTheOpensThatAreLost() {
        cut();
        open("192.0.2.1");
        open("198.51.100.1");
        await().atMost(TIMEOUT).until(() -> !isReady());

        var begun = Instant.now();
        node.close();

        assertThat(Duration.between(begun, Instant.now())).isLessThan(Duration.ofSeconds(20));
        assertThat(losses()).containsExactly("hits=2");
    }

    /** Links of 2,000 characters, because the memory is limited by bytes, too. */
    @Test
    void theOldestAreDroppedWhenTooManyWait() {
        cut();
        await().atMost(TIMEOUT).until(() -> !isReady());
        var clicks = 7_200;

        IntStream.range(0, clicks)
                .parallel()
                .forEach(number -> click("192.0.2." + number % 4, SHOP + number + "/" + "x".repeat(1_960)));
        click("192.0.2.1", SHOP);
        var dropped = dropped();
        heal();

        assertThat(dropped).isPositive();
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(
                        server.database().count("SELECT count(*) FROM hits WHERE email_id = ?", email.id()))
                .isEqualTo(clicks + 1 - dropped));
        assertThat(server.database()
                        .count("SELECT count(*) FROM hits WHERE email_id = ? AND link = ?", email.id(), SHOP))
                .isOne();
        assertThat(losses()).hasSize(1);
        await().atMost(TIMEOUT).until(() -> List.copyOf(lines.list).stream()
                .anyMatch(line -> line.getLevel() == Level.INFO
                        && line.getKeyValuePairs().toString().contains("hits=\"" + dropped + "\"")));
    }

    private void cut() {
        wire.redirect(FreePorts.free());
        wire.resetAll();
    }

    private void heal() {
        wire.redirect(server.database().port());
    }

    private boolean isReady() {
        return node.get("/health/ready", "").statusCode() == 200;
    }

    private void open(String client) {
        assertThat(node.call("GET", email.image(), "", "", "User-Agent", BROWSER, "X-Forwarded-For", client)
                        .statusCode())
                .isEqualTo(200);
    }

    private void click(String client, String address) {
        var answer = node.call("GET", email.link(address), "", "", "User-Agent", BROWSER, "X-Forwarded-For", client);
        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(answer.headers().firstValue("Location")).contains(address);
    }

    private long dropped() {
        return metric("godwit_tracking_dropped_total");
    }

    /** The sum of a metric of the node over its labels. */
    private long metric(String name) {
        return Pattern.compile("(?m)^" + name + "(?:\\{[^}]*})? ([\\d.E]+)$")
                .matcher(node.get("/metrics", "").body())
                .results()
                .mapToLong(value -> (long) Double.parseDouble(value.group(1)))
                .sum();
    }

    /** The numbers with which the loss of opens and clicks is logged. */
    private List<String> losses() {
        return List.copyOf(lines.list).stream()
                .filter(line ->
                        line.getLevel() == Level.WARN && line.getMessage().endsWith("could not be recorded"))
                .map(line -> line.getKeyValuePairs().get(0))
                .map(pair -> pair.key + "=" + pair.value)
                .toList();
    }
}
