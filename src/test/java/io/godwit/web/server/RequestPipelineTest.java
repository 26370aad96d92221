package io.godwit.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.TestHttpServer;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

@CloseFields
public class RequestPipelineTest {

    private static TestHttpServer server;

    @BeforeAll
    static void serve() {
        server = TestHttpServer.serving(api -> {
            api.post("/v1/send").alias("/send").to(RequestPipelineTest::echo);
            api.post("/v1/track").access(Access.ANY_KEY).to(RequestPipelineTest::echo);
            api.get("/templates/:id").to(RequestPipelineTest::name);
            api.get("/templates/latest")
                    .to(ignored -> Future.succeededFuture(ApiResponse.ok(Map.of("id", "the latest"))));
            api.get("/open").access(Access.OPEN).to(ignored -> Future.succeededFuture(ApiResponse.ok(Map.of())));
            api.get("/broken").to(ignored -> Future.failedFuture(new IllegalStateException("secret inside")));
            api.get("/unwritable")
                    .to(ignored -> Future.succeededFuture(
                            ApiResponse.ok(Map.of("id", new Object())).with("ETag", "\"7\"")));
            api.get("/header").to(RequestPipelineTest::tone);
            api.get("/header/declared").header("X-Tone").to(RequestPipelineTest::tone);
            api.get("/thrown").to(ignored -> {
                throw new IllegalStateException("secret inside");
            });
        });
    }

    private static Future<ApiResponse> echo(ApiRequest call) {
        var body = call.body();
        var to = body.text("to", 1, 100);
        return Future.succeededFuture(body.build(() -> ApiResponse.ok(Map.of("to", to))));
    }

    private static Future<ApiResponse> name(ApiRequest call) {
        return Future.succeededFuture(ApiResponse.ok(Map.of("id", call.path("id"))));
    }

    private static Future<ApiResponse> tone(ApiRequest call) {
        var tone = call.header("X-Tone").orElse("none");
        return Future.succeededFuture(
                ApiResponse.ok(Map.of("tone", tone, "host", call.header("Host").isPresent())));
    }

    /** Every header is in the OpenAPI document, then: a handler that asks for another one fails the first test that calls it. */
    @Test
    void aHandlerReadsNoHeaderThatItsRouteDoesNotDeclare() {
        assertThat(server.call("GET", "/header", "").statusCode()).isEqualTo(500);
        assertThat(server.call("GET", "/header/declared", "").body()).contains("\"tone\":\"none\"", "\"host\":true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/send", "/send", "/api/v1/send", "/api/send"})
    void aRouteIsFoundByEachOfItsPaths(String path) {
        var answer = server.post(path, "{\"to\":\"ada\"}");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"to\":\"ada\"}");
        assertThat(answer.headers().firstValue("content-type")).contains("application/json; charset=utf-8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"//v1/send", "/v1/send/", "/v1/%73end", "/v1/../v1/send", "/v1//send", "/V1/send", "/nothing"})
    void anOddPathLeadsNowhere(String path) {
        var answer = server.anonymous("POST", path, "");

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(code(answer)).isEqualTo("ROUTE_NOT_FOUND");
    }

    /** RFC 9112 §3.2. */
    @ParameterizedTest
    @ValueSource(strings = {"", "Host: a b\r\n", "Host: a:port\r\n"})
    void aRequestThatDoesNotSayWhomItAsksIsRefused(String host) {
        var answer = server.raw("GET /open HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 400").contains("BAD_REQUEST", "Host");
    }

    /** As load balancers and the image's own health check ask. */
    @Test
    void aRequestOfHttp10NeedsNoHost() {
        assertThat(server.raw("GET /open HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.0 200");
    }

    @Test
    void aLiteralSegmentGoesBeforeAParameter() {
        assertThat(server.call("GET", "/templates/latest", "").body()).isEqualTo("{\"id\":\"the latest\"}");
        assertThat(server.call("GET", "/templates/a%20b", "").body()).isEqualTo("{\"id\":\"a b\"}");
    }

    @Test
    void anotherMethodIsRefusedBeforeTheKeyIsAskedFor() {
        var answer = server.anonymous("PUT", "/v1/send", "{}", "X-HTTP-Method-Override", "POST");

        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("allow")).contains("POST");
        assertThat(code(answer)).isEqualTo("METHOD_NOT_ALLOWED");
    }

    @Test
    void theKeyIsAskedForBeforeTheBodyIsLookedAt() {
        var answer = server.anonymous("POST", "/v1/send", "no json", "Content-Type", "text/plain");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(code(answer)).isEqualTo("MISSING_AUTH");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/broken", "/thrown"})
    void ourOwnFaultsAreAnsweredWithoutTheirText(String path) {
        var answer = server.call("GET", path, "");

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(code(answer)).isEqualTo("INTERNAL_SERVER_ERROR");
        assertThat(answer.body()).doesNotContain("secret inside");
    }

    @Test
    void anAnswerThatCannotBeWrittenIsAnErrorOfTheServer() {
        var log = (Logger) LoggerFactory.getLogger(ErrorResponses.class);
        var lines = new ListAppender<ILoggingEvent>();
        lines.start();
        log.addAppender(lines);

        var answer = server.call("GET", "/unwritable", "");

        log.detachAppender(lines);
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(code(answer)).isEqualTo("INTERNAL_SERVER_ERROR");
        assertThat(answer.headers().firstValue("etag")).isEmpty();
        assertThat(lines.list).anySatisfy(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.ERROR);
            assertThat(line.getThrowableProxy().getMessage()).contains("cannot be written");
        });
    }

    @Test
    void anErrorHasTheNestedEnvelopeAndTheFlatMembers() {
        var answer = new JsonObject(server.post("/v1/send", "{\"to\":7}").body());

        assertThat(answer.getBoolean("success")).isFalse();
        assertThat(answer.getInteger("code")).isEqualTo(422);
        assertThat(answer.getLong("time")).isPositive();
        assertThat(answer.getString("timestamp")).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        var error = answer.getJsonObject("error");
        assertThat(error.getString("code")).isEqualTo("VALIDATION_ERROR");
        assertThat(error.getInteger("statusCode")).isEqualTo(422);
        assertThat(error.getString("requestId")).hasSize(36);
        assertThat(error.getJsonArray("errors").getJsonObject(0).getMap())
                .containsEntry("field", "to")
                .containsEntry("received", "number");
    }

    public static String code(HttpResponse<String> answer) {
        return new JsonObject(answer.body()).getJsonObject("error").getString("code");
    }
}
