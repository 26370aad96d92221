package io.godwit.web.server;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.ApiResponse;
import io.godwit.web.ChunkedBody;
import io.godwit.web.FileBody;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Serves every request: authorizes it, reads its body, calls the handler, writes the answer. */
final class RequestPipeline implements BiConsumer<RoutingContext, PathRoutes> {

    /** Max bytes of an unread body that are read and dropped for the sake of the connection. */
    private static final long WORTH_READING = 64 << 10;

    private final Context context;
    private final Thread eventLoop = Thread.currentThread();
    private final RequestAuthorizer authorizer;
    private final BodyReader bodyReader;
    private final ConnectionSupervisor connections;
    private final HttpContext http;
    private final ResponseWriter writer;
    private final HttpMetrics metrics;
    private final RequestTracer tracer;

    /** Creates a pipeline; must be called on the event loop that the pipeline works on, whose context is given. */
    RequestPipeline(Context context, HttpContext http, ConnectionSupervisor connections, BodyReader bodyReader) {
        this.context = context;
        this.http = http;
        this.connections = connections;
        this.bodyReader = bodyReader;
        this.authorizer = http.authorizer();
        this.writer = http.writer();
        this.metrics = new HttpMetrics(http.registry());
        this.tracer = new RequestTracer(http.tracer());
    }

    @Override
    public void accept(RoutingContext arrival, PathRoutes route) {
        var deadline = connections.deadline(arrival.request().connection());
        if (deadline.isEnded()) {
            return;
        }
        var exchange = new HttpExchange(arrival, route, http, deadline);
        exchange.deadline().release();
        attempt(exchange).onComplete(result -> finish(exchange, result));
    }

    private Future<ApiResponse> attempt(HttpExchange exchange) {
        try {
            return serve(exchange);
        } catch (RuntimeException refused) {
            return Future.failedFuture(refused);
        }
    }

    private Future<ApiResponse> serve(HttpExchange exchange) {
        var request = exchange.request();
        requireOneHost(request);
        requireKnownFraming(exchange);
        exchange.enter(http.connections());
        if (exchange.pathRoutes().isNowhere()) {
            throw nothing(request);
        }
        if (CorsPolicy.isPreflight(request)) {
            return Future.succeededFuture(ApiResponse.nothing());
        }
        exchange.setRoute(
                exchange.pathRoutes().route(request.method()).orElseThrow(() -> notAllowed(exchange.pathRoutes())));
        return here(exchange, authorizer.identify(exchange))
                .compose(principal -> {
                    tracer.begin(exchange, principal);
                    principal.ifPresent(known -> authorizer.admit(exchange, known));
                    return bodyReader.receive(exchange);
                })
                .compose(ignored -> here(exchange, call(exchange)))
                .map(response -> checked(exchange, response));
    }

    private Future<ApiResponse> call(HttpExchange exchange) {
        exchange.input().body().parse(exchange.route());
        exchange.input().requireDeclared(exchange.route());
        tracer.enter(exchange);
        try {
            return exchange.route().handler().apply(exchange);
        } finally {
            tracer.leave();
        }
    }

    private static ApiResponse checked(HttpExchange exchange, ApiResponse response) {
        try {
            exchange.input().requireKnownParameters(exchange.route());
            return response;
        } catch (RuntimeException refused) {
            discard(response);
            throw refused;
        }
    }

    /** Refuses a request with two Host headers: a proxy may have read the other one (RFC 9112 §3.2). */
    private static void requireOneHost(HttpServerRequest request) {
        if (request.headers().getAll(HttpHeaders.HOST).size() > 1) {
            throw Failure.of(Kind.BAD_REQUEST, "The request needs one Host header that names a host");
        }
    }

    /**
     * Refuses any coding but chunked, and ends the connection. The decoder takes a folded value (RFC 9112 §5.2) and a list that
     * ends in it, too, where a proxy before the server may see no body and take it for the next request.
     */
    private static void requireKnownFraming(HttpExchange exchange) {
        var codings = exchange.request().headers().getAll(HttpHeaders.TRANSFER_ENCODING);
        if (!codings.isEmpty()
                && !(codings.size() == 1 && HttpHeaders.CHUNKED.toString().equalsIgnoreCase(codings.get(0)))) {
            exchange.breakOff();
            throw Failure.of(Kind.BAD_REQUEST, "The only Transfer-Encoding taken here is chunked");
        }
    }

    /**
     * Returns the failure of a request that leads nowhere: a 404 for an unknown path, a 400 for a request of HTTP/1.1 without a Host that
     * can be read (RFC 9112 §3.2).
     */
    private static Failure nothing(HttpServerRequest request) {
        return request.authority() == null && request.version() != HttpVersion.HTTP_1_0
                ? Failure.of(Kind.BAD_REQUEST, "The request needs one Host header that names a host")
                : Failure.of(Kind.ROUTE_NOT_FOUND, "There is nothing at this path");
    }

    private static Failure notAllowed(PathRoutes route) {
        return Failure.of(Kind.METHOD_NOT_ALLOWED, "This path does not know the method")
                .with("allow", route.allow());
    }

    /** Continues on this connection's event loop, on whichever thread the future completes; a body that comes meanwhile waits. */
    private <T> Future<T> here(HttpExchange exchange, Future<T> future) {
        if (future.isComplete()) {
            return future;
        }
        if (!exchange.request().isEnded()) {
            exchange.request().pause();
        }
        var promise = Promise.<T>promise();
        future.onComplete(result -> onEventLoop(() -> promise.handle(result)));
        return promise.future();
    }

    private void onEventLoop(Runnable task) {
        if (Thread.currentThread() == eventLoop) {
            task.run();
        } else {
            context.runOnContext(ignored -> task.run());
        }
    }

    private void finish(HttpExchange exchange, AsyncResult<ApiResponse> result) {
        if (exchange.span() == null) {
            tracer.begin(exchange, Optional.empty());
        }
        tracer.enter(exchange);
        try {
            conclude(exchange, result);
        } finally {
            tracer.leave();
        }
    }

    private void conclude(HttpExchange exchange, AsyncResult<ApiResponse> result) {
        exchange.releaseMemory();
        exchange.leave(http.connections());
        if (result.succeeded()) {
            http.succeeded(exchange);
        }
        if (exchange.request().response().closed()) {
            tracer.abort(exchange);
            if (result.succeeded()) {
                discard(result.result());
            }
            return;
        }
        var response = response(exchange, result);
        if (result.failed()) {
            DeniedRequestLog.write(exchange, result.cause());
        }
        metrics.record(exchange.routeIfAny(), response.status(), exchange.age());
        tracer.end(exchange, response.status());
        if (leavesBodyUnread(exchange.request())) {
            refuse(exchange, response);
        } else {
            write(exchange, response);
        }
    }

    /** Ends a stream that nobody will read. */
    private static void discard(ApiResponse response) {
        if (response.body() instanceof ChunkedBody body) {
            body.close();
        }
    }

    private static ApiResponse response(HttpExchange exchange, AsyncResult<ApiResponse> result) {
        if (result.failed()) {
            return ErrorResponses.answer(result.cause(), exchange.requestId());
        }
        try {
            return EncodedJson.of(result.result());
        } catch (RuntimeException unwritable) {
            return ErrorResponses.answer(unwritable, exchange.requestId());
        }
    }

    /** A file may be read as slowly as a body may be sent; see {@link ConnectionSupervisor}. */
    private void write(HttpExchange exchange, ApiResponse response) {
        var last = http.isDraining();
        var written = writer.write(exchange, last ? response.with("connection", "close") : response);
        exchange.deadline().expect();
        if (last) {
            written.onComplete(ignored -> exchange.request().connection().close());
        }
        if (response.body() instanceof FileBody file) {
            exchange.deadline().extend(file.size() * ConnectionSupervisor.NANOS_PER_BYTE);
            written.onComplete(ignored -> exchange.deadline().expect());
        }
    }

    private static boolean leavesBodyUnread(HttpServerRequest request) {
        return !request.isEnded() && BodyReader.hasBody(request);
    }

    /** Answers before the body has come. A small rest is read and dropped; otherwise the connection ends with the answer. */
    private void refuse(HttpExchange exchange, ApiResponse response) {
        var request = exchange.request();
        var length = BodyReader.declaredLength(request);
        if (length > 0 && length <= WORTH_READING && !BodyReader.awaitsContinue(request)) {
            writer.write(exchange, response);
            exchange.deadline().expect();
            request.resume();
            return;
        }
        exchange.deadline().end();
        writer.write(exchange, response.with("connection", "close"));
        if (exchange.isBroken() || BodyReader.awaitsContinue(request)) {
            request.connection().close();
            return;
        }
        request.handler(ignored -> {})
                .endHandler(ignored -> request.connection().close());
        request.resume();
        exchange.deadline().expectWithin(ConnectionSupervisor.KEEP_OPEN_NANOS);
    }
}
