package io.godwit.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Future;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that a proxy before us could take for one request and we for two, or the other way round (RFC 9112 §11.2). */
@CloseFields
class RequestSmugglingTest {

    private static final String HEAD = "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    private static final String SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    private static final AtomicInteger smuggled = new AtomicInteger();

    private static TestHttpServer server;

    @BeforeAll
    static void serve() {
        server = TestHttpServer.serving(api -> {
            api.post("/echo")
                    .access(Access.OPEN)
                    .header("x")
                    .to(call -> Future.succeededFuture(ApiResponse.ok(Map.of(
                            "a",
                            call.body().optionalText("a", 0, 100).orElse(""),
                            "x",
                            call.header("x").orElse("")))));
            api.get("/smuggled").access(Access.OPEN).to(ignored -> {
                smuggled.incrementAndGet();
                return Future.succeededFuture(ApiResponse.nothing());
            });
        });
    }

    @BeforeEach
    void forget() {
        smuggled.set(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 9\r\nContent-Length: 0\r\n\r\n{\"a\":\"b\"}",
                "Content-Length: 9, 0\r\n\r\n{\"a\":\"b\"}",
                "Content-Length: +9\r\n\r\n{\"a\":\"b\"}",
                "Content-Length: -9\r\n\r\n{\"a\":\"b\"}",
                "Content-Length: 0x9\r\n\r\n{\"a\":\"b\"}",
                "Content-Length: 9.0\r\n\r\n{\"a\":\"b\"}",
                "Content-Length: \r\n\r\n{\"a\":\"b\"}",
                "Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\nContent-Length: 9\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: identity\r\nContent-Length: 9\r\n\r\n{\"a\":\"b\"}",
                "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
                "Content-Length : 9\r\n\r\n{\"a\":\"b\"}",
                "Transfer-Encoding: chunked\r\n\r\n+0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
                "Content-Length: 9\r\n 0\r\n\r\n{\"a\":\"b\"}",
                "Content-Length:\r\n 9\r\n\r\n{\"a\":\"b\"}",
                "Content-Length:\r\n\t9\r\n\r\n{\"a\":\"b\"}",
                "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: identity,\r\n chunked\r\n\r\n0\r\n\r\n",
                "X: y\r\n Transfer-Encoding: chunked\r\nContent-Length: 9\r\nContent-Length: 0\r\n\r\n{\"a\":\"b\"}",
                "X: a\rContent-Length: 9\r\n\r\n{\"a\":\"b\"}",
                "X: a\u0000b\r\nContent-Length: 9\r\n\r\n{\"a\":\"b\"}",
            })
    void whatCouldBeReadTwoWaysIsRefusedAndEndsTheConnection(String rest) {
        var answer = server.raw(HEAD + rest + SMUGGLED);

        assertThat(answer).startsWith("HTTP/1.1 400").contains("connection: close");
        assertThat(answer.split("HTTP/1.1 ", -1)).hasSize(2);
        assertThat(smuggled).hasValue(0);
    }

    /** As RFC 9112 §5.2 allows a server; a line that looks like a header is part of the value and no header. */
    @Test
    void aFoldedValueIsReadAsOneLine() {
        var answer = server.raw(HEAD
                + "X: y\r\n Content-Length: 0\r\n\tz\r\nContent-Length: 9\r\nConnection: close\r\n\r\n{\"a\":\"b\"}"
                + SMUGGLED);

        assertThat(answer).startsWith("HTTP/1.1 200").contains("\"a\":\"b\"", "\"x\":\"y Content-Length: 0 z\"");
        assertThat(smuggled).hasValue(0);
    }

    @Test
    void whatIsFramedOneWayIsServedAsTwoRequests() {
        var answer = server.raw(HEAD + "Content-Length: 9\r\n\r\n{\"a\":\"b\"}" + SMUGGLED);

        assertThat(answer.split("HTTP/1.1 ", -1)).hasSize(3);
        assertThat(smuggled).hasValue(1);
    }

    /** RFC 9112 §2.2 lets a line end with a bare LF; both sides of it must agree, so it may not part what a proxy holds together. */
    @Test
    void aBareLineFeedIsNoWayToHideAHeader() {
        var answer = server.raw(HEAD + "X: y\nContent-Length: 9\nContent-Length: 0\n\n{\"a\":\"b\"}" + SMUGGLED);

        assertThat(answer).startsWith("HTTP/1.1 400");
        assertThat(smuggled).hasValue(0);
    }
}
