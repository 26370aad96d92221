package io.godwit.webhooks;

import static io.godwit.kit.net.HttpReceiver.body;
import static io.godwit.kit.net.HttpReceiver.raw;
import static io.godwit.kit.net.HttpReceiver.reset;
import static io.godwit.kit.net.HttpReceiver.status;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.HttpReceiver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a call on the wire, and what becomes of it for every answer. */
@CloseFields
class WebhookCallTest {

    private static WebhookNodes exchanges;
    private static HttpReceiver receiver;
    private static String node;

    private final CountDownLatch over = new CountDownLatch(1);

    @BeforeAll
    static void start() {
        exchanges = new WebhookNodes();
        receiver = HttpReceiver.start();
        node = exchanges.node();
    }

    private static EndedCall madeInShortTime(NewCall call) {
        exchanges.stop(node);
        node = exchanges.node(WebhookNodes.impatient());
        try {
            return exchanges.made(call);
        } finally {
            exchanges.stop(node);
            node = exchanges.node();
        }
    }

    @AfterEach
    void end() {
        over.countDown();
    }

    @Test
    void aCallReachesItsReceiverAsItWasWritten() {
        var headers =
                Map.of("X-Reason", "Grüße, 世界", "content-type", "application/x-test", "Authorization", "Bearer s3cret");
        receiver.on("/plain", body(201, "thanks"));
        var call = exchanges.call(
                exchanges.project(), "PUT", receiver.url("/plain?a=b c&d=%20ü"), headers, Optional.of("{\"x\":\"ü\"}"));

        var ended = exchanges.made(call);

        assertThat(ended.success()).isTrue();
        assertThat(ended.status()).contains(201);
        assertThat(ended.error()).isEmpty();
        assertThat(ended.response()).isEqualTo("thanks");
        assertThat(ended.attempts()).isOne();
        assertThat(ended.execution()).isEqualTo(call.execution());
        var hit = receiver.hits("/plain").get(0);
        assertThat(hit.method()).isEqualTo("PUT");
        assertThat(hit.path()).isEqualTo("/plain?a=b%20c&d=%20%C3%BC");
        assertThat(hit.body()).isEqualTo("{\"x\":\"ü\"}");
        assertThat(hit.headers())
                .containsEntry("x-reason", "Grüße, 世界")
                .containsEntry("content-type", "application/x-test")
                .containsEntry("authorization", "Bearer s3cret")
                .containsEntry("host", "127.0.0.1:" + receiver.port())
                .containsEntry("webhook-id", call.id().toString())
                .containsEntry("user-agent", "Godwit")
                .doesNotContainKey("accept-encoding");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "PUT", "PATCH", "DELETE"})
    void everyMethodGoesWithAndWithoutBody(String method) {
        var path = "/method/" + method;
        var tenant = exchanges.project();

        exchanges.made(exchanges.call(tenant, method, receiver.url(path), Map.of(), Optional.empty()));
        exchanges.made(exchanges.call(tenant, method, receiver.url(path), Map.of(), Optional.of("{}")));

        assertThat(receiver.hits(path)).extracting(HttpReceiver.Hit::method).containsOnly(method);
        assertThat(receiver.hits(path)).extracting(HttpReceiver.Hit::body).containsExactly("", "{}");
    }

    @Test
    void nothingOfACallIsLeftReadableInTheQueueNorAfterwards() {
        receiver.on("/secret", status(500), status(200));
        var call = exchanges.call(
                exchanges.project(),
                "POST",
                receiver.url("/secret?token=canary-1").replace("//", "//"),
                Map.of("X-Key", "canary-2"),
                Optional.of("canary-3"));
        exchanges.enqueue(List.of(call));
        var queued = exchanges
                .db
                .query("SELECT webhook_calls::text AS row FROM webhook_calls")
                .toString();

        exchanges.awaitEnd(call);

        var left = exchanges
                .db
                .query("SELECT webhook_attempts::text AS row FROM webhook_attempts")
                .toString();
        assertThat(queued + left).doesNotContain("canary").doesNotContain(hex("canary"));
        assertThat(left).contains("/secret?token=***");
        assertThat(exchanges.db.count(
                        "SELECT count(*) FROM webhook_calls WHERE id = ?",
                        call.id().value()))
                .isZero();
    }

    private static String hex(String text) {
        return java.util.HexFormat.of().formatHex(text.getBytes(UTF_8));
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504, 599})
    void whatMayPassIsTriedAgainWithTheSameId(int status) {
        var path = "/again/" + status;
        receiver.on(path, status(status), status(status), status(200));
        var call = exchanges.call(exchanges.project(), receiver.url(path));

        var ended = exchanges.made(call);

        assertThat(ended.success()).isTrue();
        assertThat(ended.attempts()).isEqualTo(3);
        assertThat(receiver.hits(path))
                .hasSize(3)
                .extracting(hit -> hit.headers().get("webhook-id"))
                .containsOnly(call.id().toString());
        assertThat(exchanges.attempts(call))
                .extracting(CallAttempt::status)
                .containsExactly(Optional.of(status), Optional.of(status), Optional.of(200));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 405, 409, 413, 418, 422, 451})
    void aRefusalIsFinal(int status) {
        var path = "/final/" + status;
        receiver.on(path, status(status));

        var ended = exchanges.made(exchanges.call(exchanges.project(), receiver.url(path)));

        assertThat(ended.success()).isFalse();
        assertThat(ended.status()).contains(status);
        assertThat(ended.error()).isEmpty();
        assertThat(ended.response()).isEqualTo("answer " + status);
        assertThat(receiver.hits(path)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 301, 302, 303, 307, 308})
    void noRedirectIsFollowed(int status) {
        try (var canary = HttpReceiver.start()) {
            var path = "/redirect/" + status;
            receiver.on(path, status(status, "Location: " + canary.url("/")));

            var ended = exchanges.made(exchanges.call(exchanges.project(), receiver.url(path)));

            assertThat(ended.status()).contains(status);
            assertThat(ended.success()).isFalse();
            assertThat(ended.error())
                    .hasValueSatisfying(error -> assertThat(error).startsWith("REDIRECT_REFUSED: "));
            assertThat(canary.connections()).isZero();
        }
    }

    @Test
    void aConnectionThatBreaksIsTriedAgain() {
        receiver.on("/broken", reset(), raw(""), raw("SSH-2.0-Hello\r\n"), raw("HTTP/1.1 2"), status(200));
        var call = exchanges.call(exchanges.project(), receiver.url("/broken"));

        var ended = exchanges.made(call);

        assertThat(ended.success()).isTrue();
        assertThat(ended.attempts()).isEqualTo(5);
        assertThat(exchanges.attempts(call))
                .filteredOn(attempt -> attempt.error().isPresent())
                .hasSize(4)
                .allSatisfy(attempt -> assertThat(attempt.error().orElseThrow())
                        .matches("(CLOSED|PROTOCOL): .*")
                        .doesNotContain("127.0.0.1"));
    }

    @Test
    void silenceEndsAtTheDeadline() {
        receiver.on("/silent", HttpReceiver.silence(over), status(200));
        var call = exchanges.call(exchanges.project(), receiver.url("/silent"));
        var began = System.nanoTime();

        var ended = madeInShortTime(call);

        assertThat(ended.attempts()).isEqualTo(2);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(exchanges.attempts(call).get(0).error())
                .hasValueSatisfying(error -> assertThat(error).startsWith("TIMEOUT: "));
    }

    @Test
    void anAnswerThatDripsIsCutAtTheDeadlineAndItsStatusCounts() {
        receiver.on("/drip", HttpReceiver.drip(over));

        var ended = madeInShortTime(exchanges.call(exchanges.project(), receiver.url("/drip")));

        assertThat(ended.success()).isTrue();
        assertThat(ended.response()).matches("\\.+");
    }

    @Test
    void ofALongAnswerSixtyFourKilobytesAreRead() {
        var block = "x".repeat(1 << 20).getBytes(UTF_8);
        receiver.on("/long", receiver.endless(1L << 30, block));

        var ended = exchanges.made(exchanges.call(exchanges.project(), receiver.url("/long")));

        assertThat(ended.success()).isTrue();
        assertThat(ended.response()).hasSize(64 << 10);
        assertThat(receiver.written()).isLessThan(64L << 20);
    }

    @Test
    void aCompressedBombStaysPacked() {
        var bomb = packed("x".repeat(10 << 20));
        receiver.on("/bomb", (ignored, out) -> {
            out.write(("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + bomb.length + "\r\n\r\n")
                    .getBytes(UTF_8));
            out.write(bomb);
        });

        var ended = exchanges.made(exchanges.call(exchanges.project(), receiver.url("/bomb")));

        assertThat(ended.success()).isTrue();
        assertThat(ended.response()).isNotEmpty().doesNotContain("xxxxxxxx");
    }

    private static byte[] packed(String text) {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(UTF_8));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return bytes.toByteArray();
    }

    @Test
    void aBodyThatIsNoTextIsKeptAsTextThatCanBeStored() {
        receiver.on("/binary", raw("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\na\u0000\u00ff\u00feb\u0000"));

        var ended = exchanges.made(exchanges.call(exchanges.project(), receiver.url("/binary")));

        assertThat(ended.response()).isEqualTo("a\ufffd\ufffdb");
    }

    @Test
    void aHeadThatNeverEndsIsNoAnswer() {
        receiver.on("/head", raw("HTTP/1.1 200 OK\r\nX-Long: " + "x".repeat(100_000) + "\r\n\r\n"), status(200));

        var ended = exchanges.made(exchanges.call(exchanges.project(), receiver.url("/head")));

        assertThat(ended.attempts()).isEqualTo(2);
    }

    @Test
    void retryAfterIsHonouredInSecondsAndAsADate() {
        var date = Instant.now().plusSeconds(3).truncatedTo(ChronoUnit.SECONDS);
        var words = DateTimeFormatter.RFC_1123_DATE_TIME.format(date.atOffset(ZoneOffset.UTC));
        receiver.on("/seconds", status(429, "Retry-After: 2"), status(200));
        receiver.on("/date", status(503, "Retry-After: " + words), status(200));
        var bySeconds = exchanges.call(exchanges.project(), receiver.url("/seconds"));
        var byDate = exchanges.call(exchanges.project(), receiver.url("/date"));

        exchanges.enqueue(List.of(bySeconds, byDate));
        exchanges.awaitEnd(bySeconds);
        exchanges.awaitEnd(byDate);

        var afterSeconds = receiver.hits("/seconds");
        var afterDate = receiver.hits("/date");
        assertThat(afterSeconds).hasSize(2);
        assertThat(Duration.between(
                        afterSeconds.get(0).at(), afterSeconds.get(1).at()))
                .isGreaterThan(Duration.ofMillis(1_500));
        assertThat(afterDate).hasSize(2);
        assertThat(afterDate.get(1).at()).isAfter(date.minusMillis(500));
    }

    @Test
    void whoeverAsksToBeLeftAloneIsLeftAloneByOtherCallsToo() {
        receiver.on("/busy", status(429, "Retry-After: 2"), status(200));
        var tenant = exchanges.project();
        var first = exchanges.call(tenant, receiver.url("/busy"));
        exchanges.enqueue(List.of(first));
        await().atMost(WebhookNodes.TIMEOUT)
                .until(() -> !exchanges.attempts(first).isEmpty());

        exchanges.made(exchanges.call(tenant, receiver.url("/busy")));

        var hits = receiver.hits("/busy");
        assertThat(Duration.between(hits.get(0).at(), hits.get(1).at())).isGreaterThan(Duration.ofMillis(1_500));
    }

    @Test
    void whatAlwaysFailsIsGivenUpWithItsLastStatus() {
        receiver.on("/never", status(500));
        var call = exchanges.call(exchanges.project(), receiver.url("/never"));
        exchanges.enqueue(List.of(call));
        await().atMost(WebhookNodes.TIMEOUT).until(() -> receiver.hits("/never").size() >= 2);

        exchanges.db.query(
                "UPDATE webhook_calls SET expires_at = now() WHERE id = ?",
                call.id().value());
        var ended = exchanges.awaitEnd(call);

        assertThat(ended.status()).contains(500);
        assertThat(ended.success()).isFalse();
        assertThat(ended.error()).hasValueSatisfying(error -> assertThat(error).startsWith("GAVE_UP: "));
    }

    @Test
    void aBodyTooLargeAHeaderOfOursAndAStrangeMethodEndTheCallWithoutAConnection() {
        var unused = HttpReceiver.start();
        var tenant = exchanges.project();
        var url = unused.url("/unsent");

        var ended = List.of(
                exchanges.made(exchanges.call(tenant, "POST", url, Map.of(), Optional.of("x".repeat(256 * 1024 + 1)))),
                exchanges.made(exchanges.call(tenant, "POST", url, Map.of("Host", "evil.test"), Optional.empty())),
                exchanges.made(exchanges.call(tenant, "POST", url, Map.of("X-A", "b\r\nX-C: d"), Optional.empty())),
                exchanges.made(exchanges.call(tenant, "CONNECT", url, Map.of(), Optional.empty())),
                exchanges.made(exchanges.call(tenant, "GET\r\n", url, Map.of(), Optional.empty())));

        assertThat(ended).allSatisfy(call -> {
            assertThat(call.error().orElseThrow()).startsWith("INVALID_REQUEST: ");
            assertThat(call.status()).isEmpty();
            assertThat(call.success()).isFalse();
        });
        assertThat(unused.connections()).isZero();
        assertThat(exchanges
                        .made(exchanges.call(tenant, "POST", url, Map.of(), Optional.of("x".repeat(256 * 1024))))
                        .success())
                .isTrue();
        unused.close();
    }

    @Test
    void aDisabledProjectMakesNoCalls() {
        var tenant = exchanges.project();
        exchanges.db.query(
                "UPDATE projects SET disabled = true WHERE id = ?",
                tenant.project().value());

        var ended = exchanges.made(exchanges.call(tenant, receiver.url("/disabled")));

        assertThat(ended.error().orElseThrow()).startsWith("PROJECT_DISABLED: ");
        assertThat(receiver.hits("/disabled")).isEmpty();
    }
}
