package io.godwit.web;

import io.godwit.core.Ids;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;

/** Answers what is no HTTP we can read, and hangs up, because where the next request begins is anybody's guess. */
final class Unreadable implements Handler<HttpServerRequest> {

    @Override
    public void handle(HttpServerRequest request) {
        var answer = answer(request.decoderResult().cause(), Ids.next().toString());
        request.response()
                .setStatusCode(answer.status())
                .putHeader(HttpHeaders.CONTENT_TYPE, Headers.JSON)
                .putHeader(Headers.NO_SNIFF_NAME, Headers.NO_SNIFF)
                .putHeader(HttpHeaders.CACHE_CONTROL, Headers.NO_STORE)
                .putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE)
                .end(Buffer.buffer(AnswerWriter.bytes(java.util.Objects.requireNonNull(answer.body()))))
                .onComplete(written -> request.connection().close());
    }

    private static Answer answer(Throwable cause, String requestId) {
        if (cause instanceof TooLongHttpLineException) {
            return Errors.answer(414, "BAD_REQUEST", "The request line is too long", requestId, Map.of());
        }
        if (cause instanceof TooLongHttpHeaderException) {
            return Errors.answer(431, "BAD_REQUEST", "The headers are too large", requestId, Map.of());
        }
        return Errors.answer(400, "BAD_REQUEST", "The request is not valid HTTP", requestId, Map.of());
    }
}
