package io.godwit.web.server;

import io.godwit.web.ApiResponse;
import io.godwit.web.ChunkedBody;
import io.godwit.web.FileBody;
import io.godwit.web.body.JsonWriter;
import io.godwit.web.limits.ProjectRequestLimiter;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;

/** Writes an answer to the client with the headers every answer has. */
public final class ResponseWriter {

    private static final int MAX_REQUEST_ID_LENGTH = 128;

    private final CorsPolicy cors;
    private final boolean https;

    /** @param https whether browsers reach the server by https, and are to use nothing else from then on (RFC 6797) */
    ResponseWriter(CorsPolicy cors, boolean https) {
        this.cors = cors;
        this.https = https;
    }

    /**
     * Completes when the answer is written, or fails when the client has closed the connection, which is no error of the server.
     */
    Future<Void> write(HttpExchange exchange, ApiResponse answer) {
        var response = exchange.request().response();
        response.setStatusCode(answer.status());
        var headers = response.headers();
        setConstant(headers);
        if (https) {
            headers.set(HttpHeaderValues.STRICT_NAME, HttpHeaderValues.STRICT);
        }
        headers.set(HttpHeaderValues.REQUEST_ID, shownId(exchange));
        exchange.limitDecision().ifPresent(decision -> setLimits(headers, decision));
        cors.allow(exchange, headers);
        if (answer.body() == null) {
            set(headers, answer);
            return response.end();
        }
        headers.set(HttpHeaders.CONTENT_TYPE, HttpHeaderValues.JSON);
        set(headers, answer);
        if (answer.body() instanceof ChunkedBody body) {
            return write(exchange, GzipEncoder.encoded(exchange, body, headers));
        }
        return answer.body() instanceof FileBody file
                ? send(exchange.request(), file)
                : GzipEncoder.encoded(exchange, answer.body(), headers)
                        .compose(bytes -> response.end(Buffer.buffer(bytes)));
    }

    /** A header that is given more than once, such as {@code Set-Cookie}, has a value on each line. */
    private static void set(MultiMap headers, ApiResponse response) {
        response.headers()
                .forEach((name, value) -> headers.set(name, value.lines().toList()));
    }

    /** Vert.x leaves the length of a file out of the answer to a HEAD. */
    private static Future<Void> send(HttpServerRequest request, FileBody file) {
        var response = request.response();
        if (request.method().equals(HttpMethod.HEAD)) {
            response.headers().set(HttpHeaders.CONTENT_LENGTH, Long.toString(file.size()));
            return response.end();
        }
        return response.sendFile(file.path().toString());
    }

    private static Future<Void> write(HttpExchange exchange, ChunkedBody body) {
        var response = exchange.request().response();
        if (exchange.request().method().equals(HttpMethod.HEAD)) {
            body.close();
            return response.end();
        }
        response.setChunked(true);
        return new ChunkedBodyWriter(exchange, body).start();
    }

    public static byte[] bytes(Object body) {
        if (body instanceof byte[] bytes) {
            return bytes;
        }
        if (body instanceof EncodedJson json) {
            return json.bytes();
        }
        return body instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : JsonWriter.bytes(body);
    }

    private static void setConstant(MultiMap headers) {
        headers.set(HttpHeaders.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
        headers.set(HttpHeaderValues.NO_SNIFF_NAME, HttpHeaderValues.NO_SNIFF);
        headers.set(HttpHeaderValues.POLICY_NAME, HttpHeaderValues.POLICY);
        headers.set(HttpHeaderValues.REFERRER_NAME, HttpHeaderValues.REFERRER);
    }

    private static void setLimits(MultiMap headers, ProjectRequestLimiter.LimitDecision decision) {
        headers.set(HttpHeaderValues.LIMIT, Integer.toString(decision.limit()));
        headers.set(HttpHeaderValues.REMAINING, Integer.toString(decision.remaining()));
        headers.set(HttpHeaderValues.RESET, Integer.toString(decision.resetSeconds()));
    }

    /** The caller's own request id when it is safe to repeat, else the one made here. */
    private static String shownId(HttpExchange exchange) {
        var sent = exchange.request().getHeader(HttpHeaderValues.REQUEST_ID);
        return sent != null && isSafe(sent) ? sent : exchange.requestId();
    }

    private static boolean isSafe(String id) {
        if (id.isEmpty() || id.length() > MAX_REQUEST_ID_LENGTH) {
            return false;
        }
        for (var i = 0; i < id.length(); i++) {
            var character = id.charAt(i);
            var safe = (character >= 'a' && character <= 'z')
                    || (character >= 'A' && character <= 'Z')
                    || (character >= '0' && character <= '9')
                    || "-_.:/+=@~".indexOf(character) >= 0;
            if (!safe) {
                return false;
            }
        }
        return true;
    }
}
