package io.godwit.web.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.TestHttpServer;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies as they come. */
@CloseFields
class BodyReaderTest {

    private static final String HEAD = "POST /echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
            + TestHttpServer.SECRET_KEY + "\r\nContent-Type: application/json\r\n";

    private static TestHttpServer server;

    @BeforeAll
    static void serve() {
        server = TestHttpServer.serving(api -> {
            api.post("/echo").limit(1000).to(BodyReaderTest::echo);
            api.post("/any")
                    .access(Access.ANY_KEY)
                    .limit(64 << 20)
                    .to(ignored -> Future.succeededFuture(ApiResponse.nothing()));
            api.post("/open").access(Access.OPEN).limit(2 << 20).raw().to(BodyReaderTest::nothing);
            api.post("/large").limit(40 << 20).to(BodyReaderTest::size);
            api.get("/none").to(ignored -> Future.succeededFuture(ApiResponse.nothing()));
        });
    }

    private static Future<ApiResponse> echo(ApiRequest call) {
        return Future.succeededFuture(
                ApiResponse.ok(Map.of("a", String.valueOf(call.body().raw("a")))));
    }

    private static Future<ApiResponse> nothing(ApiRequest call) {
        return Future.succeededFuture(ApiResponse.nothing());
    }

    private static Future<ApiResponse> size(ApiRequest call) {
        return Future.succeededFuture(ApiResponse.ok(
                Map.of("size", call.body().text("a", 0, Integer.MAX_VALUE).length())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "application/json; charset=utf-8",
                "Application/JSON;charset=\"UTF-8\"",
                "application/json; charset=utf8; boundary=x"
            })
    void jsonInUtf8IsTaken(String type) {
        assertThat(server.call("POST", "/echo", "{\"a\":\"ü\"}", "Content-Type", type)
                        .body())
                .isEqualTo("{\"a\":\"ü\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/x-www-form-urlencoded",
                "application/json; charset=utf-16",
                "application/json;charset=iso-8859-1",
                "application/jsonp",
                "multipart/form-data; boundary=x",
                ""
            })
    void anotherMediaTypeIsRefused(String type) {
        var answer = server.call("POST", "/echo", "{}", "Content-Type", type);

        assertThat(answer.statusCode()).isEqualTo(415);
        assertThat(RequestPipelineTest.code(answer)).isEqualTo("UNSUPPORTED_MEDIA_TYPE");
    }

    @Test
    void aBodyWithoutMediaTypeIsRefused() {
        assertThat(server.call("POST", "/echo", "{}").statusCode()).isEqualTo(415);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "br", "deflate", "gzip, gzip"})
    void aCompressedBodyIsRefused(String encoding) {
        assertThat(server.post("/echo", "{}", "Content-Encoding", encoding).statusCode())
                .isEqualTo(415);
    }

    @Test
    void aGetMayNameAMediaTypeWithoutABody() {
        assertThat(server.call("GET", "/none", "", "Content-Type", "application/json")
                        .statusCode())
                .isEqualTo(204);
    }

    @Test
    void noBodyIsAnObjectWithoutMembers() {
        assertThat(server.call("POST", "/echo", "").body()).isEqualTo("{\"a\":\"null\"}");
    }

    @Test
    void aBodyAtTheLimitIsTakenAndOneByteMoreIsNot() {
        var max = "{\"a\":\"" + "x".repeat(992) + "\"}";

        assertThat(server.post("/echo", max).statusCode()).isEqualTo(200);
        var refused = server.post("/echo", max + " ");
        assertThat(refused.statusCode()).isEqualTo(413);
        assertThat(RequestPipelineTest.code(refused)).isEqualTo("PAYLOAD_TOO_LARGE");
    }

    @Test
    void aClaimedGigabyteIsRefusedBeforeItComes() {
        var answer = server.raw(HEAD + "Expect: 100-continue\r\nContent-Length: 1073741824\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 413").contains("connection: close");
    }

    @Test
    void chunksWithoutEndAreRefusedOnceTheyAreTooMany() {
        var chunk = "100\r\n" + "x".repeat(256) + "\r\n";

        var answer = server.raw(HEAD + "Transfer-Encoding: chunked\r\n\r\n" + chunk.repeat(5) + "0\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 413");
    }

    @Test
    void aChunkedBodyIsTaken() {
        var answer = server.raw(HEAD + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "5\r\n{\"a\":\r\n2\r\n1}\r\n0\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 200").endsWith("{\"a\":\"1\"}");
    }

    @Test
    void aClientThatAsksWhetherToGoOnIsTold() {
        var answer =
                server.raw(HEAD + "Connection: close\r\nExpect: 100-continue\r\nContent-Length: 7\r\n\r\n{\"a\":1}");

        assertThat(answer).startsWith("HTTP/1.1 100 Continue").endsWith("{\"a\":\"1\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 7\r\nContent-Length: 8\r\n\r\n{\"a\":1}",
                "Content-Length: -1\r\n\r\n{\"a\":1}",
                "Content-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /none HTTP/1.1\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\nzz\r\n{\"a\":1}",
                "Transfer-Encoding: gzip\r\n\r\n{}",
                "No colon\r\n\r\n",
                "Na me: x\r\n\r\n"
            })
    void framingThatCouldBeReadTwoWaysIsRefusedOnce(String rest) {
        var answer = server.raw(HEAD + rest);

        assertThat(answer).startsWith("HTTP/1.1 400");
        assertThat(answer.split("HTTP/1.1 ", -1)).hasSize(2);
    }

    @Test
    void aLongLineAndLargeHeadersAreRefused() {
        assertThat(server.raw("GET /" + "x".repeat(9000) + " HTTP/1.1\r\n\r\n")).contains(" 414 ");
        assertThat(server.raw("GET / HTTP/1.1\r\nX: " + "x".repeat(20_000) + "\r\n\r\n"))
                .contains(" 431 ");
    }

    @Test
    void aLargeBodyIsParsedAndGivesItsBytesBack() {
        var before = server.bytesLeft("other");

        var answer = server.post("/large", "{\"a\":\"" + "x".repeat(3 << 20) + "\"}");

        assertThat(new JsonObject(answer.body()).getInteger("size")).isEqualTo(3 << 20);
        assertThat(server.bytesLeft("other")).isEqualTo(before);
    }

    @Test
    void whatIsAnnouncedAndDoesNotComeHoldsNothing() throws IOException {
        var announced = new ArrayList<Socket>();
        try {
            for (int each = 0; each < 40; each++) {
                announced.add(announce("/large", TestHttpServer.SECRET_KEY, 10 << 20, "{"));
            }

            var answer = server.post("/large", "{\"a\":\"" + "x".repeat(3 << 20) + "\"}");

            assertThat(answer.statusCode()).isEqualTo(200);
        } finally {
            closeAll(announced);
        }
    }

    /** Five times 10 MB are more than half of three quarters of the 128 MB. */
    @Test
    void oneProjectHoldsHalfOfTheMemoryAndPublicKeysHoldNoneOfIt() throws IOException {
        var coming = new ArrayList<Socket>();
        try {
            for (int each = 0; each < 2; each++) {
                coming.add(announce("/any", TestHttpServer.PUBLIC_KEY, 10 << 20, "{\"a\":\"" + "x".repeat(7 << 20)));
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> server.bytesLeft("public") < 20 << 20);
            assertThat(server.post("/large", "{\"a\":\"" + "x".repeat(3 << 20) + "\"}")
                            .statusCode())
                    .isEqualTo(200);

            for (int each = 0; each < 4; each++) {
                coming.add(announce("/large", TestHttpServer.SECRET_KEY, 12 << 20, "{\"a\":\"" + "x".repeat(11 << 20)));
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> server.bytesLeft("other") < 53 << 20);
            var refused = server.post("/large", "{\"a\":\"" + "x".repeat(8 << 20) + "\"}");

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("retry-after")).contains("1");
            assertThat(server.post("/large", "{\"a\":\"x\"}").statusCode()).isEqualTo(200);
        } finally {
            closeAll(coming);
        }
        await().atMost(Duration.ofSeconds(30))
                .until(() -> server.bytesLeft("other") == 96 << 20 && server.bytesLeft("public") == 32 << 20);
    }

    /** One address holds half of the 16 MB of callers without a key; as much from another one would fill the rest. */
    @Test
    void strangersWithoutAKeyHoldNoMemoryOfOthersHoweverMuchTheySend() throws IOException {
        var coming = new ArrayList<Socket>();
        try {
            for (int each = 0; each < 40; each++) {
                coming.add(announce("/open", "", 2 << 20, "{\"a\":\"" + "x".repeat(1 << 20)));
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> server.bytesLeft("anonymous") < 10 << 20);

            assertThat(server.anonymous("POST", "/open", "{\"a\":\"" + "x".repeat(1 << 20) + "\"}")
                            .statusCode())
                    .isEqualTo(503);
            assertThat(server.bytesLeft("anonymous")).isGreaterThanOrEqualTo(8 << 20);
            assertThat(server.anonymous("POST", "/open", "{}").statusCode()).isEqualTo(204);
            assertThat(server.post("/large", "{\"a\":\"" + "x".repeat(3 << 20) + "\"}")
                            .statusCode())
                    .isEqualTo(200);
        } finally {
            closeAll(coming);
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> server.bytesLeft("anonymous") == 16 << 20);
    }

    @Test
    void aRouteThatIsOpenToAnybodyTakes16KilobytesUnlessItSaysOtherwise() {
        assertThat(server.edge().api().routes().stream()
                        .filter(route -> route.access() == Access.OPEN
                                && !route.template().equals("/open"))
                        .map(route -> route.body().limit()))
                .isNotEmpty()
                .allMatch(limit -> limit <= 16 << 10);
    }

    private static Socket announce(String path, String key, int length, String sent) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        var head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + key
                + "\r\nContent-Type: application/json\r\nContent-Length: " + length + "\r\n\r\n";
        socket.getOutputStream().write((head + sent).getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    private static void closeAll(List<Socket> sockets) throws IOException {
        for (var socket : sockets) {
            socket.close();
        }
    }
}
