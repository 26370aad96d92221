package io.godwit.web.server;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.RouteTable;
import io.godwit.web.body.MediaType;
import io.godwit.web.limits.BodyBudgets;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/**
 * Receives request bodies. A body is refused as early as possible: by its media type, by its {@code Content-Length}, or when too
 * much of it has come. Its bytes are counted against the node's budget; large bodies are parsed on a worker, small ones on the
 * event loop.
 */
final class BodyReader {

    /** Bytes above which a body is large: it is parsed on a worker, and its bytes are dropped then. */
    static final long LARGE = 256 << 10;

    /** Bytes above which a body counts against the node's budget as it comes. */
    private static final long COUNTED = RouteTable.OPEN_LIMIT;

    private final BodyBudgets budgets;
    private final WorkerExecutor workers;

    BodyReader(BodyBudgets budgets, WorkerExecutor workers) {
        this.budgets = budgets;
        this.workers = workers;
    }

    /** True when the headers say that a body follows. */
    static boolean hasBody(HttpServerRequest request) {
        return declaredLength(request) != 0;
    }

    /** True when the client sends its body only after {@code 100 Continue} (RFC 9110 §10.1.1). */
    static boolean awaitsContinue(HttpServerRequest request) {
        return "100-continue".equalsIgnoreCase(request.headers().get(HttpHeaders.EXPECT));
    }

    /** Returns the length of the body by its headers, in bytes: 0 without a body, -1 for one that comes in chunks. */
    static long declaredLength(HttpServerRequest request) {
        var length = request.headers().get(HttpHeaders.CONTENT_LENGTH);
        if (length == null) {
            return request.headers().contains(HttpHeaders.TRANSFER_ENCODING) ? -1 : 0;
        }
        try {
            return Long.parseUnsignedLong(length);
        } catch (NumberFormatException notALength) {
            throw Failure.of(Kind.BAD_REQUEST, "Content-Length is not a number");
        }
    }

    /** Completes when the body is there, parsed if it is large; fails with 413, 415, 503, or when the client goes away. */
    Future<Void> receive(HttpExchange exchange) {
        var request = exchange.request();
        var length = declaredLength(request);
        if (length == 0) {
            return Future.succeededFuture();
        }
        MediaType.require(request, exchange.route());
        requireFit(exchange, length);
        if (awaitsContinue(request)) {
            request.response().writeContinue();
        }
        return new BodyCollector(exchange).collect().compose(ignored -> digest(exchange));
    }

    private Future<Void> digest(HttpExchange exchange) {
        return exchange.input().body().buffer().size() <= LARGE
                ? Future.succeededFuture()
                : workers.executeBlocking(() -> digestAndParse(exchange), false);
    }

    private static Void digestAndParse(HttpExchange exchange) {
        exchange.input().body().parseLarge(exchange.route());
        return null;
    }

    private static void requireFit(HttpExchange exchange, long size) {
        if (size > exchange.route().body().limit()) {
            throw Failure.of(
                    Kind.PAYLOAD_TOO_LARGE,
                    "The body may have at most " + exchange.route().body().limit() + " bytes");
        }
    }

    /** Collects one body as it comes in. */
    private final class BodyCollector {

        private final HttpExchange exchange;
        private final Promise<Void> done = Promise.promise();

        private BodyCollector(HttpExchange exchange) {
            this.exchange = exchange;
        }

        private Future<Void> collect() {
            exchange.deadline().expect();
            exchange.request()
                    .handler(this::append)
                    .exceptionHandler(this::breakOff)
                    .endHandler(ignored -> end())
                    .resume();
            return done.future();
        }

        private void append(Buffer piece) {
            if (done.future().isComplete()) {
                return;
            }
            var body = exchange.input().body().buffer();
            body.add(piece);
            exchange.deadline().extend(piece.length() * ConnectionSupervisor.NANOS_PER_BYTE);
            try {
                requireFit(exchange, body.size());
                if (body.size() > COUNTED) {
                    exchange.reserveMemory(body.size(), budgets);
                }
            } catch (Failure refused) {
                body.clear();
                done.tryFail(refused);
            }
        }

        /** The client has closed the connection, or has sent invalid HTTP. */
        private void breakOff(Throwable cause) {
            exchange.breakOff();
            done.tryFail(Failure.of(Kind.BAD_REQUEST, "The body could not be read to its end"));
        }

        private void end() {
            exchange.deadline().release();
            done.tryComplete();
        }
    }
}
