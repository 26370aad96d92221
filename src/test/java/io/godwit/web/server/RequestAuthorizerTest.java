package io.godwit.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.IdempotencyClaim;
import io.godwit.web.RouteTable;
import io.godwit.web.TestHttpServer;
import io.godwit.web.limits.ProjectRequestLimiter;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests who is let in: keys, limits, request ids, and the pages of other origins. */
class RequestAuthorizerTest {

    private static final String KEY = TestHttpServer.SECRET_KEY;
    private static final int LIMIT = 3;

    private static TestHttpServer server;
    private static TestHttpServer limited;

    @BeforeAll
    static void serve() {
        server = TestHttpServer.serving(RequestAuthorizerTest::mount);
        limited = TestHttpServer.serving(
                TestHttpServer.settings(),
                new ProjectRequestLimiter(LIMIT, LIMIT, System::nanoTime),
                RequestAuthorizerTest::mount);
    }

    @AfterAll
    static void close() {
        server.close();
        limited.close();
    }

    private static void mount(RouteTable api) {
        api.post("/v1/send").idempotent().to(RequestAuthorizerTest::claim);
        api.post("/v1/track").alias("/track").access(Access.ANY_KEY).to(RequestAuthorizerTest::claim);
        api.get("/emails").to(RequestAuthorizerTest::claim);
        api.get("/health").access(Access.OPEN).to(ignored -> Future.succeededFuture(ApiResponse.ok(Map.of())));
    }

    private static Future<ApiResponse> claim(ApiRequest call) {
        return Future.succeededFuture(ApiResponse.ok(Map.of(
                "project",
                call.tenant().project(),
                "requestId",
                call.requestId(),
                "key",
                call.claim().map(IdempotencyClaim::key))));
    }

    @Test
    void theKeyNamesTheProject() {
        var answer = new JsonObject(server.call("GET", "/emails", "").body());

        assertThat(answer.getString("project")).isEqualTo(TestHttpServer.PROJECT.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Basic abc", "Bearer", "Bearer ", "bearer sk_1", "Bearer  sk_1", "Bearer sk_1 sk_2", "sk_1", ""})
    void whatIsNoBearerIsNoCredential(String value) {
        var answer = server.raw(
                "GET /emails HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + value + "\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 401").contains("MISSING_AUTH").contains("WWW-Authenticate: Bearer");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer sk_\u0000",
                "Bearer sk_1\u0000",
                "\u0000Bearer sk_1",
                "Bearer sk_1\u007f",
                "Bearer sk_\u00fc"
            })
    void aKeyWithOddCharactersOpensNothing(String value) {
        var answer = server.raw(
                "GET /emails HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + value + "\r\nConnection: close\r\n\r\n");

        assertThat(answer).matches("(?s)HTTP/1\\.1 40[01] .*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sk_unknown", "Sk_a", "eyJhbGciOiJIUzI1NiJ9.e30.x"})
    void anUnknownKeyIsRefused(String key) {
        var answer = server.anonymous("GET", "/emails", "", "Authorization", "Bearer " + key);

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(RequestPipelineTest.code(answer)).isEqualTo("INVALID_API_KEY");
    }

    @Test
    void aKeyWithALastCharacterChangedOrInAnotherCaseIsUnknown() {
        assertThat(server.anonymous("GET", "/emails", "", "Authorization", "Bearer " + KEY.replaceAll(".$", "b"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(server.anonymous(
                                "GET",
                                "/emails",
                                "",
                                "Authorization",
                                "Bearer " + KEY.toUpperCase(java.util.Locale.ROOT))
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void aKeyOf10KilobytesIsRefused() {
        var answer = server.anonymous("GET", "/emails", "", "Authorization", "Bearer " + "a".repeat(10_000));

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(RequestPipelineTest.code(answer)).isEqualTo("INVALID_API_KEY");
    }

    @Test
    void twoAuthorizationHeadersAreRefused() {
        var header = "Authorization: Bearer " + KEY + "\r\n";

        var answer = server.raw(
                "GET /emails HTTP/1.1\r\nHost: localhost\r\n" + header + header + "Connection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 401");
    }

    @Test
    void aKeyInTheQueryOrACookieIsNotLookedFor() {
        assertThat(server.anonymous(
                                "GET",
                                "/emails?key=" + KEY + "&access_token=" + KEY,
                                "",
                                "Cookie",
                                "godwit_session=" + KEY)
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void aPublicKeyTracksAndDoesNothingElse() {
        var bearer = "Bearer " + TestHttpServer.PUBLIC_KEY;

        var send = server.anonymous("POST", "/v1/send", "", "Authorization", bearer);

        assertThat(server.anonymous("POST", "/v1/track", "", "Authorization", bearer)
                        .statusCode())
                .isEqualTo(200);
        assertThat(send.statusCode()).isEqualTo(401);
        assertThat(RequestPipelineTest.code(send)).isEqualTo("INVALID_API_KEY");
    }

    @Test
    void aDisabledProjectReadsAndDoesNotWrite() {
        var bearer = "Bearer " + TestHttpServer.DISABLED_KEY;

        var send = server.anonymous("POST", "/v1/send", "", "Authorization", bearer);

        assertThat(server.anonymous("GET", "/emails", "", "Authorization", bearer)
                        .statusCode())
                .isEqualTo(200);
        assertThat(send.statusCode()).isEqualTo(403);
        assertThat(RequestPipelineTest.code(send)).isEqualTo("PROJECT_DISABLED");
    }

    @Test
    void whileTheDatabaseIsAwayKeyedRequestsAreRefusedAtOnceAndOpenOnesAreNot() {
        server.databaseIsUp.set(false);
        try {
            var answer = server.call("GET", "/emails", "");

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(RequestPipelineTest.code(answer)).isEqualTo("SERVICE_UNAVAILABLE");
            assertThat(answer.headers().firstValue("retry-after")).contains("1");
            assertThat(server.anonymous("GET", "/emails", "").statusCode()).isEqualTo(401);
            assertThat(server.anonymous("GET", "/health", "").statusCode()).isEqualTo(200);
        } finally {
            server.databaseIsUp.set(true);
        }
    }

    @Test
    void everyAnswerTellsTheLimitAndTheRequestBeyondItIsRefused() {
        for (var left = LIMIT - 1; left >= 0; left--) {
            var answer = limited.call("GET", "/emails", "");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("ratelimit-limit")).contains("" + LIMIT);
            assertThat(answer.headers().firstValue("ratelimit-remaining")).contains("" + left);
            assertThat(answer.headers().firstValueAsLong("ratelimit-reset").orElse(0))
                    .isBetween(1L, 60L);
        }

        var refused = limited.call("GET", "/emails", "");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(RequestPipelineTest.code(refused)).isEqualTo("RATE_LIMIT_EXCEEDED");
        assertThat(refused.headers().firstValueAsLong("retry-after").orElse(0)).isBetween(1L, 60L);
        assertThat(refused.headers().firstValue("ratelimit-remaining")).contains("0");
        assertThat(limited.anonymous("GET", "/health", "").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(ints = {256, 257, 10_000})
    void anIdempotencyKeyThatIsTooLongIsAMistake(int length) {
        var answer = server.post("/v1/send", "{}", "Idempotency-Key", "k".repeat(length));

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("\"field\":\"Idempotency-Key\"");
    }

    @Test
    void anIdempotencyKeyIsPrintableAsciiAndOnlyReadWhereItIsHonoured() {
        assertThat(server.post("/v1/send", "{}", "Idempotency-Key", "k".repeat(255))
                        .body())
                .contains("\"key\":\"kkk");
        assertThat(server.raw("POST /v1/send HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + KEY
                        + "\r\nIdempotency-Key: a\tb\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 422");
        assertThat(server.post("/v1/track", "{}", "Idempotency-Key", "k".repeat(256))
                        .body())
                .contains("\"key\":null");
    }

    @Test
    void aSafeRequestIdOfTheCallerIsRepeatedAndOursStaysInTheError() {
        var answer = server.anonymous("GET", "/emails", "", "X-Request-ID", "order-7.2_a:b");

        assertThat(answer.headers().firstValue("x-request-id")).contains("order-7.2_a:b");
        assertThat(UUID.fromString(
                        new JsonObject(answer.body()).getJsonObject("error").getString("requestId")))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "<script>", "\"", ""})
    void anUnsafeRequestIdIsReplaced(String id) {
        var answer = server.call("GET", "/emails", "", "X-Request-ID", id);

        var shown = answer.headers().firstValue("x-request-id").orElseThrow();
        assertThat(shown).isEqualTo(new JsonObject(answer.body()).getString("requestId"));
        assertThat(UUID.fromString(shown)).isNotNull();
    }

    @Test
    void anAnswerHasTheHeadersThatKeepBrowsersOut() {
        var headers = server.anonymous("GET", "/nothing", "").headers();

        assertThat(headers.firstValue("x-content-type-options")).contains("nosniff");
        assertThat(headers.firstValue("content-security-policy"))
                .contains("default-src 'none'; frame-ancestors 'none'");
        assertThat(headers.firstValue("referrer-policy")).contains("no-referrer");
        assertThat(headers.firstValue("cache-control")).contains("no-store");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/track", "/track", "/api/v1/track", "/api/track"})
    void anyPageMayTrackWithoutCredentials(String path) {
        var preflight = server.anonymous(
                "OPTIONS", path, "", "Origin", "https://shop.example", "Access-Control-Request-Method", "POST");
        var refused = server.anonymous("POST", path, "", "Origin", "https://shop.example");

        assertThat(preflight.statusCode()).isEqualTo(204);
        assertThat(preflight.headers().firstValue("access-control-allow-origin"))
                .contains("*");
        assertThat(preflight.headers().firstValue("access-control-allow-credentials"))
                .isEmpty();
        assertThat(preflight.headers().firstValue("access-control-allow-methods"))
                .contains("POST");
        assertThat(preflight.headers().firstValue("access-control-allow-headers"))
                .contains("Content-Type, Authorization, Idempotency-Key");
        assertThat(refused.headers().firstValue("access-control-allow-origin")).contains("*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.test", "null", "https://app.example.com.evil.test", "http://app.example.com"})
    void aForeignPageIsNotLetIn(String origin) {
        var preflight =
                server.anonymous("OPTIONS", "/v1/send", "", "Origin", origin, "Access-Control-Request-Method", "POST");

        assertThat(preflight.headers().firstValue("access-control-allow-origin"))
                .isEmpty();
        assertThat(preflight.headers().firstValue("access-control-allow-credentials"))
                .isEmpty();
    }

    @Test
    void theDashboardIsLetInWithCredentials() {
        var answer = server.call("GET", "/emails", "", "Origin", "https://app.example.com");

        assertThat(answer.headers().firstValue("access-control-allow-origin")).contains("https://app.example.com");
        assertThat(answer.headers().firstValue("access-control-allow-credentials"))
                .contains("true");
        assertThat(answer.headers().firstValue("vary")).contains("Origin");
    }
}
