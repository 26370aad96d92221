package io.godwit.web.server;

import io.godwit.core.id.Ids;
import io.godwit.web.ApiResponse;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.Objects;

/** Answers a request that is not valid HTTP and closes the connection, because the beginning of the next request is unknown. */
final class InvalidRequestHandler implements Handler<HttpServerRequest> {

    @Override
    public void handle(HttpServerRequest request) {
        var response = answer(request.decoderResult().cause(), Ids.next().toString());
        request.response()
                .setStatusCode(response.status())
                .putHeader(HttpHeaders.CONTENT_TYPE, HttpHeaderValues.JSON)
                .putHeader(HttpHeaderValues.NO_SNIFF_NAME, HttpHeaderValues.NO_SNIFF)
                .putHeader(HttpHeaders.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
                .putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE)
                .end(Buffer.buffer(ResponseWriter.bytes(Objects.requireNonNull(response.body()))))
                .onComplete(ignored -> request.connection().close());
    }

    private static ApiResponse answer(Throwable cause, String requestId) {
        if (cause instanceof TooLongHttpLineException) {
            return ErrorResponses.answer(414, "BAD_REQUEST", "The request line is too long", requestId, Map.of());
        }
        if (cause instanceof TooLongHttpHeaderException) {
            return ErrorResponses.answer(431, "BAD_REQUEST", "The headers are too large", requestId, Map.of());
        }
        return ErrorResponses.answer(400, "BAD_REQUEST", "The request is not valid HTTP", requestId, Map.of());
    }
}
