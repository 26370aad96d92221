package io.godwit.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
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

    private static final ExecutorService READERS = Executors.newFixedThreadPool(50);

    private static TestServer server;

    private TrackedEmail email;

    @AfterAll
    static void stop() {
        READERS.shutdown();
    }

    @BeforeEach
    void aMailThatWasSent() {
        email = TrackedEmail.sent(server);
    }

    private static void atOnce(int times, IntConsumer visit) {
        CompletableFuture.allOf(IntStream.range(0, times)
                        .mapToObj(number -> CompletableFuture.runAsync(() -> visit.accept(number), READERS))
                        .toArray(CompletableFuture[]::new))
                .join();
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
                atOnce(
                        20,
                        number ->
                                server.call("GET", email.link(SHOP + number), "", "", "User-Agent", CONTACT + number));
            } finally {
                server.database().query("ALTER TABLE hits_away RENAME TO hits");
            }
            server.call("GET", email.image(), "", "", "User-Agent", CONTACT);
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
        var link = email.link(SHOP);
        server.call("GET", email.image(), "", "", "User-Agent", CONTACT);
        email.awaitCounts(1, 0);

        atOnce(399, number -> {
            var answer = server.call("GET", number % 2 == 0 ? link : email.image(), "", "", "User-Agent", CONTACT);
            assertThat(answer.statusCode()).isEqualTo(number % 2 == 0 ? 302 : 200);
        });

        email.awaitCounts(200, 200);
        assertThat(email.events("email.open")).isOne();
        assertThat(email.events("email.click")).isOne();
        assertThat(server.database()
                        .count(
                                "SELECT count(*) FROM events WHERE email_id = ? AND data ->> 'isFirstOpen' = 'true'",
                                email.id()))
                .isOne();
    }

    @Test
    void threeThousandPicturesAreCountedWhateverTheirReadersSayOfThemselves() {
        var image = email.image();

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

        email.awaitCounts(2_700, 0);
        assertThat(server.database()
                        .count(
                                "SELECT sum(coalesce(repeats, 1)) FROM hits WHERE email_id = ? AND origin = 'SCANNER'",
                                email.id()))
                .isEqualTo(300);
        assertThat(email.events("email.open")).isOne();
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
            aMailThatWasSent();

            assertThat(openedBy(name)).startsWith("HTTP/1.1 200 ");

            await().atMost(TIMEOUT).untilAsserted(() -> assertThat(
                            server.database().query("SELECT user_agent FROM hits WHERE email_id = ?", email.id()))
                    .containsExactly(Map.of("user_agent", kept)));
        });
    }

    /** A field value of HTTP has none (RFC 9110 section 5.5). */
    @Test
    void aNameWithAnotherControlCharacterIsRefusedAndNothingIsRecorded() {
        for (var name : List.of("Fire\u001b[31mfox", "Fire\u007ffox")) {
            assertThat(openedBy(name)).startsWith("HTTP/1.1 400 ");
        }

        server.call("GET", email.image(), "", "", "User-Agent", CONTACT);
        email.awaitCounts(1, 0);
    }

    /** Requests the picture as a client of this name does, whatever is in the name; answers the response. */
    private String openedBy(String name) {
        return server.raw("GET " + email.image() + " HTTP/1.1\r\nHost: localhost\r\nUser-Agent: " + name
                + "\r\nConnection: close\r\n\r\n");
    }

    @Test
    void aQuestionBehindALinkDoesNotLeadIt() {
        for (var question : List.of("?url=//evil.test", "?url=javascript:alert(1)", "?target=https://evil.test")) {
            var answer = server.call("GET", email.link(SHOP) + question, "", "", "User-Agent", CONTACT);

            assertThat(answer.statusCode()).isEqualTo(302);
            assertThat(answer.headers().firstValue("Location")).contains(SHOP);
        }
    }

    @Test
    void aTargetWithoutItsSignatureLeadsNowhere() {
        var good = email.link(SHOP);
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
            var answer = server.call("GET", email.link(address), "", "", "User-Agent", CONTACT);

            assertThat(answer.statusCode()).as(address).isEqualTo(404);
            assertThat(answer.headers().firstValue("Location")).isEmpty();
        }
    }
}
