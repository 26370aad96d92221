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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Many readers at once, and readers who lie. */
@GodwitServer
class TrackingFaultTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String CONTACT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    private static final String SHOP = "https://shop.example.com/";

    /** With the keys every test server has. */
    private static final TrackingTokenCodec TOKENS = new TrackingTokenCodec(
            Crypto.of(HexFormat.of().parseHex("11".repeat(32)), HexFormat.of().parseHex("22".repeat(32))));

    private static final ExecutorService READERS = Executors.newFixedThreadPool(50);

    private static TestServer server;

    private UUID email = Ids.next();
    private Link reader;

    @AfterAll
    static void stop() {
        READERS.shutdown();
    }

    @BeforeEach
    void aMailThatWasSent() {
        var contact = Ids.next();
        reader = new Link(
                new ProjectId(UUID.fromString(server.projectId(0))), new ContactId(contact), new EmailId(email));
        server.database().query("""
                WITH content AS (
                    INSERT INTO contents (project_id, id, subject, body, from_email)
                    VALUES (?::uuid, gen_random_uuid(), 'Hello', '<p>Hello</p>', 'shop@example.test') RETURNING project_id, id)
                INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, status, sent_at)
                SELECT project_id, ?, ?, id, 'TRANSACTIONAL', 'TRANSACTIONAL', 'ada@example.com', 'SENT', now() FROM content
                """, server.projectId(0), email, contact);
    }

    private String token(Kind kind, String address) {
        return TOKENS.tokens(reader.project(), reader.email()).write(TOKENS.digest(kind, address));
    }

    private String image() {
        return "/o/" + token(Kind.OPEN, "");
    }

    private String link(String address) {
        var target = Base64.getUrlEncoder().withoutPadding().encodeToString(address.getBytes(StandardCharsets.UTF_8));
        return "/c/" + token(Kind.CLICK, address) + "/" + target;
    }

    private static void atOnce(int times, IntConsumer visit) {
        CompletableFuture.allOf(IntStream.range(0, times)
                        .mapToObj(number -> CompletableFuture.runAsync(() -> visit.accept(number), READERS))
                        .toArray(CompletableFuture[]::new))
                .join();
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

    /** The table of hits is out of the way meanwhile. */
    @Test
    void hitsThatCannotBeStoredAreLoggedOnceAndCountedAtTheEnd() {
        var lines = new ListAppender<ILoggingEvent>();
        lines.start();
        var logger = (Logger) LoggerFactory.getLogger(HitWriter.class);
        logger.addAppender(lines);
        try {
            server.database().query("ALTER TABLE hits RENAME TO hits_away");
            try {
                atOnce(20, number -> server.call("GET", link(SHOP + number), "", "", "User-Agent", CONTACT + number));
            } finally {
                server.database().query("ALTER TABLE hits_away RENAME TO hits");
            }
            server.call("GET", image(), "", "", "User-Agent", CONTACT);
            await().atMost(TIMEOUT)
                    .until(() -> List.copyOf(lines.list).stream().anyMatch(line -> line.getLevel() == Level.INFO));
        } finally {
            logger.detachAppender(lines);
        }

        assertThat(lines.list.stream().filter(line -> line.getLevel() == Level.WARN))
                .hasSize(1);
        assertThat(lines.list.get(lines.list.size() - 1).getKeyValuePairs())
                .extracting(pair -> pair.key + "=" + pair.value)
                .containsExactly("hits=20");
    }

    /** The first is an open: a click that comes before any would imply one more. */
    @Test
    void twoHundredOpensAndTwoHundredClicksOfOneClientAreCountedExactlyAndAreOneEventEach() {
        var link = link(SHOP);
        server.call("GET", image(), "", "", "User-Agent", CONTACT);
        awaitCounts(1, 0);

        atOnce(399, number -> {
            var answer = server.call("GET", number % 2 == 0 ? link : image(), "", "", "User-Agent", CONTACT);
            assertThat(answer.statusCode()).isEqualTo(number % 2 == 0 ? 302 : 200);
        });

        awaitCounts(200, 200);
        assertThat(events("email.open")).isOne();
        assertThat(events("email.click")).isOne();
        assertThat(server.database()
                        .count(
                                "SELECT count(*) FROM events WHERE email_id = ? AND data ->> 'isFirstOpen' = 'true'",
                                email))
                .isOne();
    }

    @Test
    void threeThousandPicturesAreCountedWhateverTheirReadersSayOfThemselves() {
        var image = image();

        atOnce(3_000, number -> {
            var answer = server.call(
                    "GET",
                    image,
                    "",
                    "",
                    "User-Agent",
                    CONTACT + (number % 10 == 0 ? " SomeScanner/1.0" : ""),
                    "X-Forwarded-For",
                    "203.0.113." + number % 256);
            assertThat(answer.statusCode()).isEqualTo(200);
        });

        awaitCounts(2_700, 0);
        assertThat(server.database()
                        .count(
                                "SELECT sum(coalesce(repeats, 1)) FROM hits WHERE email_id = ? AND origin = 'SCANNER'",
                                email))
                .isEqualTo(300);
        assertThat(events("email.open")).isOne();
    }

    @Test
    void aNameThatBreaksLinesIsKeptOnOne() {
        var nameToKept = Map.of(
                "Fire\r\n fox",
                "Fire fox",
                "Fire\tfox",
                "Firefox",
                "Fire\u0085fox",
                "Firefox",
                "x".repeat(5_000),
                "x".repeat(512));

        nameToKept.forEach((name, kept) -> {
            email = Ids.next();
            aMailThatWasSent();

            assertThat(openedBy(name)).startsWith("HTTP/1.1 200 ");

            await().atMost(TIMEOUT).untilAsserted(() -> assertThat(
                            server.database().query("SELECT user_agent FROM hits WHERE email_id = ?", email))
                    .containsExactly(Map.of("user_agent", kept)));
        });
    }

    /** A field value of HTTP has none (RFC 9110 section 5.5). */
    @Test
    void aNameWithAnotherControlCharacterIsRefusedAndNothingIsRecorded() {
        for (var name : List.of("Fire\u001b[31mfox", "Fire\u007ffox")) {
            assertThat(openedBy(name)).startsWith("HTTP/1.1 400 ");
        }

        server.call("GET", image(), "", "", "User-Agent", CONTACT);
        awaitCounts(1, 0);
    }

    /** Requests the picture as a client of this name does, whatever is in the name; answers the response. */
    private String openedBy(String name) {
        return server.raw("GET " + image() + " HTTP/1.1\r\nHost: localhost\r\nUser-Agent: " + name
                + "\r\nConnection: close\r\n\r\n");
    }

    @Test
    void aQuestionBehindALinkDoesNotLeadIt() {
        for (var question : List.of("?url=//evil.test", "?url=javascript:alert(1)", "?target=https://evil.test")) {
            var answer = server.call("GET", link(SHOP) + question, "", "", "User-Agent", CONTACT);

            assertThat(answer.statusCode()).isEqualTo(302);
            assertThat(answer.headers().firstValue("Location")).contains(SHOP);
        }
    }

    @Test
    void aTargetWithoutItsSignatureLeadsNowhere() {
        var good = link(SHOP);
        var token = good.substring(3, good.lastIndexOf('/'));

        for (var address : List.of(
                "//evil.test", "javascript:alert(1)", "data:text/html,x", "https://evil.test/", SHOP + "x", "")) {
            var target =
                    Base64.getUrlEncoder().withoutPadding().encodeToString(address.getBytes(StandardCharsets.UTF_8));
            var answer = server.call("GET", "/c/" + token + "/" + target, "", "", "User-Agent", CONTACT);

            assertThat(answer.statusCode()).as(address).isEqualTo(404);
            assertThat(answer.headers().firstValue("Location")).isEmpty();
        }
    }

    /** Even our own signature makes no link of what is no web address. */
    @Test
    void onlyWebAddressesAreFollowedWhoeverSignedThem() {
        for (var address : List.of("javascript:alert(1)", "data:text/html,x", "//evil.test", "file:///etc/passwd")) {
            var answer = server.call("GET", link(address), "", "", "User-Agent", CONTACT);

            assertThat(answer.statusCode()).as(address).isEqualTo(404);
            assertThat(answer.headers().firstValue("Location")).isEmpty();
        }
    }
}
