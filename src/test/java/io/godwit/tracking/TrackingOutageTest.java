package io.godwit.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.godwit.core.Crypto;
import io.godwit.core.LinkTokenCodec.Kind;
import io.godwit.core.LinkTokenCodec.Link;
import io.godwit.core.TrackingTokenCodec;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.TcpProxy;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
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

    /** With the keys every test server has. */
    private static final TrackingTokenCodec TOKENS = new TrackingTokenCodec(
            Crypto.of(HexFormat.of().parseHex("11".repeat(32)), HexFormat.of().parseHex("22".repeat(32))));

    private static TestServer server;

    private final UUID email = Ids.next();
    private final UUID contact = Ids.next();
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
        server.database().query("""
                WITH content AS (
                    INSERT INTO contents (project_id, id, subject, body, from_email)
                    VALUES (?::uuid, gen_random_uuid(), 'Hello', '<p>Hello</p>', 'shop@example.test') RETURNING project_id, id)
                INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, status, sent_at)
                SELECT project_id, ?, ?, id, 'TRANSACTIONAL', 'TRANSACTIONAL', 'ada@example.com', 'SENT', now() FROM content
                """, server.projectId(0), email, contact);
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

        awaitCounts(3, 1);
        assertThat(metric("godwit_tracking_waiting")).isZero();
        assertThat(events("email.open")).isEqualTo(2);
        assertThat(events("email.click")).isOne();
        assertThat(server.database()
                        .count(
                                "SELECT count(*) FROM hits WHERE email_id = ? AND repeats IS NULL"
                                        + " AND created_at < ?::timestamptz + interval '1 second'",
                                email,
                                last.toString()))
                .isEqualTo(3);
        assertThat(dropped()).isZero();
    }

    /** The wire falls silent in the middle of a statement, whose rows are stored all the same. */
    @Test
    void anOpenWhoseRowWasStoredWithoutAnAnswerIsCountedOnce() {
        wire.loseReply(1, piece -> piece.toString(StandardCharsets.ISO_8859_1).contains("INSERT 0 1\0"));

        open("192.0.2.1");

        awaitCounts(1, 0);
        assertThat(server.database().count("SELECT count(*) FROM hits WHERE email_id = ?", email))
                .isOne();
        assertThat(events("email.open")).isOne();
    }

    @Test
    void anOpenThatWaitsIsStoredWhenItsNodeStops() {
        cut();
        open("192.0.2.1");
        await().atMost(TIMEOUT).until(() -> !isReady());
        heal();
        await().atMost(TIMEOUT).until(this::isReady);

        node.close();

        awaitCounts(1, 0);
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
                        server.database().count("SELECT count(*) FROM hits WHERE email_id = ?", email))
                .isEqualTo(clicks + 1 - dropped));
        assertThat(server.database().count("SELECT count(*) FROM hits WHERE email_id = ? AND link = ?", email, SHOP))
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
        var image = "/o/" + token(Kind.OPEN, "");
        assertThat(node.call("GET", image, "", "", "User-Agent", BROWSER, "X-Forwarded-For", client)
                        .statusCode())
                .isEqualTo(200);
    }

    private void click(String client, String address) {
        var target = Base64.getUrlEncoder().withoutPadding().encodeToString(address.getBytes(StandardCharsets.UTF_8));
        var link = "/c/" + token(Kind.CLICK, address) + "/" + target;
        var answer = node.call("GET", link, "", "", "User-Agent", BROWSER, "X-Forwarded-For", client);
        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(answer.headers().firstValue("Location")).contains(address);
    }

    private String token(Kind kind, String address) {
        var reader = new Link(
                new ProjectId(UUID.fromString(server.projectId(0))), new ContactId(contact), new EmailId(email));
        return TOKENS.tokens(reader.project(), reader.email()).write(TOKENS.digest(kind, address));
    }

    private void awaitCounts(int opens, int clicks) {
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(
                        server.database().query("SELECT opens, clicks FROM emails WHERE id = ?", email))
                .containsExactly(Map.of("opens", opens, "clicks", clicks)));
        await().during(Duration.ofSeconds(1))
                .atMost(TIMEOUT)
                .until(() -> server.database().count("SELECT opens + clicks FROM emails WHERE id = ?", email)
                        == opens + clicks);
    }

    private long events(String name) {
        return server.database().count("SELECT count(*) FROM events WHERE email_id = ? AND name = ?", email, name);
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
