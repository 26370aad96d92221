package io.godwit.web.server;

import io.godwit.web.Access;
import io.godwit.web.ChunkedBody;
import io.godwit.web.body.GzipCoding;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.util.Optional;

/**
 * Compresses JSON answers and exports, where the client takes gzip. Answers that may contain a key or a secret are never
 * compressed: their length would reveal it to an attacker who can place text beside it (BREACH, CVE-2013-3587).
 */
final class GzipEncoder {

    /** Less than this is hardly shorter afterwards. */
    private static final int MIN_BYTES = 1 << 10;

    /** More than this takes longer than some 10 ms, which are not the event loop's. */
    private static final int MAX_ON_EVENT_LOOP = 1 << 20;

    private GzipEncoder() {}

    /** Completes with the bytes to send; says in {@code headers} how they are encoded. */
    static Future<byte[]> encoded(HttpExchange exchange, Object body, MultiMap headers) {
        var bytes = ResponseWriter.bytes(body);
        if (body instanceof byte[] || body instanceof String || !isCompressible(exchange)) {
            return Future.succeededFuture(bytes);
        }
        headers.add(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
        if (bytes.length <= MIN_BYTES || !isAccepted(exchange)) {
            return Future.succeededFuture(bytes);
        }
        headers.set(HttpHeaders.CONTENT_ENCODING, GzipCoding.NAME);
        return bytes.length <= MAX_ON_EVENT_LOOP
                ? Future.succeededFuture(GzipCoding.compressed(bytes))
                : Vertx.currentContext().executeBlocking(() -> GzipCoding.compressed(bytes), false);
    }

    /**
     * Returns the body to send; says in {@code headers} how it is encoded. A stream of events is sent as it is, because a proxy
     * may hold back what is compressed.
     */
    static ChunkedBody encoded(HttpExchange exchange, ChunkedBody body, MultiMap headers) {
        if (!isCompressible(exchange) || exchange.route().stream()) {
            return body;
        }
        headers.add(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
        if (!isAccepted(exchange)) {
            return body;
        }
        headers.set(HttpHeaders.CONTENT_ENCODING, GzipCoding.NAME);
        return new CompressedBody(body);
    }

    /** True for answers that hold no secret: open routes may answer with tokens, other routes declare it. */
    private static boolean isCompressible(HttpExchange exchange) {
        return exchange.routeIfAny()
                .filter(route -> route.access() != Access.OPEN && !route.confidential())
                .isPresent();
    }

    private static boolean isAccepted(HttpExchange exchange) {
        return GzipCoding.isAccepted(exchange.request().getHeader(HttpHeaders.ACCEPT_ENCODING));
    }

    /** A body whose pieces are compressed on a worker, each after the client has taken the one before. */
    private static final class CompressedBody implements ChunkedBody {

        private final ChunkedBody body;
        private final GzipCoding.GzipStream pieces = new GzipCoding.GzipStream();
        private boolean ended;

        private CompressedBody(ChunkedBody body) {
            this.body = body;
        }

        @Override
        public Future<Optional<Buffer>> next() {
            if (ended) {
                return Future.succeededFuture(Optional.empty());
            }
            return body.next().compose(piece -> {
                ended = piece.isEmpty();
                return Vertx.currentContext()
                        .executeBlocking(() -> Optional.of(Buffer.buffer(compressed(piece))), false);
            });
        }

        private byte[] compressed(Optional<Buffer> piece) {
            return piece.isPresent() ? pieces.add(piece.get().getBytes()) : pieces.end();
        }

        @Override
        public void close() {
            pieces.close();
            body.close();
        }
    }
}
