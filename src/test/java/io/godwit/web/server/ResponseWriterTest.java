package io.godwit.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.web.Access;
import io.godwit.web.ApiResponse;
import io.godwit.web.ChunkedBody;
import io.godwit.web.TestHttpServer;
import io.godwit.web.limits.ProjectRequestLimiter;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@CloseFields
class ResponseWriterTest {

    private static final String LONG = "word ".repeat(1_000);

    private static final String LARGE = "word ".repeat(1_000_000);

    private static TestHttpServer server;

    @BeforeAll
    static void start() {
        server = TestHttpServer.serving(api -> {
            api.get("/long").to(ignored -> Future.succeededFuture(ApiResponse.ok(Map.of("text", LONG))));
            api.get("/short").to(ignored -> Future.succeededFuture(ApiResponse.ok(Map.of("text", "word"))));
            for (var route : List.of(api.post("/long"), api.put("/long"), api.patch("/long"), api.delete("/long"))) {
                route.bodyless().to(ignored -> Future.succeededFuture(ApiResponse.ok(Map.of("text", LONG))));
            }
            api.get("/user")
                    .access(Access.USER)
                    .to(ignored -> Future.succeededFuture(ApiResponse.ok(Map.of("text", LONG))));
            api.get("/large").to(ignored -> Future.succeededFuture(ApiResponse.ok(Map.of("text", LARGE))));
            api.get("/pieces").to(ignored -> Future.succeededFuture(ApiResponse.ok(new ThreePieces())));
            api.get("/events").stream().to(ignored -> Future.succeededFuture(ApiResponse.ok(new ThreePieces())));
            api.get("/secret-pieces")
                    .confidential()
                    .to(ignored -> Future.succeededFuture(ApiResponse.ok(new ThreePieces())));
            api.post("/secret")
                    .bodyless()
                    .confidential()
                    .to(ignored -> Future.succeededFuture(ApiResponse.ok(Map.of("text", LONG))));
            api.get("/secret")
                    .confidential()
                    .to(ignored -> Future.succeededFuture(ApiResponse.ok(Map.of("text", LONG))));
            api.get("/open")
                    .access(Access.OPEN)
                    .to(ignored -> Future.succeededFuture(ApiResponse.ok(Map.of("text", LONG))));
            api.get("/page").to(ignored -> Future.succeededFuture(ApiResponse.ok(LONG)));
        });
    }

    /** Three pieces, the second of which is empty. */
    private static final class ThreePieces implements ChunkedBody {

        private final Iterator<String> pieces = List.of("first ", "", LONG).iterator();

        @Override
        public Future<Optional<Buffer>> next() {
            return Future.succeededFuture(
                    pieces.hasNext() ? Optional.of(Buffer.buffer(pieces.next())) : Optional.empty());
        }
    }

    @ParameterizedTest
    @CsvSource({"GET, /long", "POST, /long", "PUT, /long", "PATCH, /long", "DELETE, /long", "GET, /user"})
    void aLongAnswerIsCompressedForWhoTakesIt(String method, String path) throws IOException {
        var answer = ask(method, path, "br, gzip;q=0.8");

        assertThat(answer.headers().firstValue("content-encoding")).contains("gzip");
        assertThat(answer.headers().allValues("vary")).contains("accept-encoding");
        assertThat(answer.body()).hasSizeLessThan(500);
        assertThat(new JsonObject(unpacked(answer)).getString("text")).isEqualTo(LONG);
    }

    @Test
    void anAnswerOfMegabytesIsCompressed() throws IOException {
        var answer = ask("GET", "/large", "gzip");

        assertThat(answer.body()).hasSizeLessThan(LARGE.length() / 20);
        assertThat(new JsonObject(unpacked(answer)).getString("text")).isEqualTo(LARGE);
    }

    @Test
    void anAnswerInPiecesIsCompressedForWhoTakesIt() throws IOException {
        var packed = ask("GET", "/pieces", "gzip");
        var plain = ask("GET", "/pieces", "");

        assertThat(packed.headers().firstValue("content-encoding")).contains("gzip");
        assertThat(packed.headers().allValues("vary")).contains("accept-encoding");
        assertThat(packed.body()).hasSizeLessThan(500);
        assertThat(unpacked(packed)).isEqualTo("first " + LONG);
        assertThat(new String(plain.body(), StandardCharsets.UTF_8)).isEqualTo("first " + LONG);
    }

    private static String unpacked(HttpResponse<byte[]> answer) throws IOException {
        try (var unpacked = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
            return new String(unpacked.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "identity", "gzip;q=0", "gzip; q=0.000", "deflate"})
    void whoDoesNotTakeItGetsItAsItIs(String accepted) {
        var answer = ask("GET", "/long", accepted);

        assertThat(answer.headers().firstValue("content-encoding")).isEmpty();
        assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains(LONG);
    }

    @Test
    void shortAnswersPagesEventsAndWhatHoldsSecretsAreNeverCompressed() {
        for (var answer : List.of(
                ask("GET", "/short", "gzip"),
                ask("GET", "/page", "gzip"),
                ask("GET", "/events", "gzip"),
                ask("GET", "/secret", "gzip"),
                ask("POST", "/secret", "gzip"),
                ask("GET", "/secret-pieces", "gzip"),
                ask("GET", "/open", "gzip"))) {
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("content-encoding")).isEmpty();
        }
    }

    @Test
    void twoHostsAreRefused() {
        var answer =
                server.raw("GET /open HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 400").contains("one Host header");
    }

    @Test
    void browsersThatReachUsByHttpsAreToUseNothingElse() {
        var plain = server.call("GET", "/short", "");
        try (var secured = TestHttpServer.serving(
                TestHttpServer.settings("https://mail.example.com"),
                new ProjectRequestLimiter(0, 0, System::nanoTime),
                api -> api.get("/short").to(ignored -> Future.succeededFuture(ApiResponse.nothing())))) {
            var strict = secured.call("GET", "/short", "");

            assertThat(plain.headers().firstValue("strict-transport-security")).isEmpty();
            assertThat(strict.headers().firstValue("strict-transport-security")).contains("max-age=31536000");
        }
    }

    private static HttpResponse<byte[]> ask(String method, String path, String accepted) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .header("Authorization", "Bearer " + TestHttpServer.SECRET_KEY);
        Optional.of(accepted)
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> request.header("Accept-Encoding", text));
        return HttpClient.newHttpClient()
                .sendAsync(request.build(), BodyHandlers.ofByteArray())
                .join();
    }
}
