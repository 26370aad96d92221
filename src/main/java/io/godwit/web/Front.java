package io.godwit.web;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.util.function.BiConsumer;

/** Where every request arrives: lets it in, takes its body, asks the handler, answers. */
final class Front implements BiConsumer<RoutingContext, Place> {

    /** More of an unread body than this is not worth reading for the sake of the connection. */
    private static final long WORTH_READING = 64 << 10;

    private final Context context;
    private final Thread eventLoop = Thread.currentThread();
    private final Admission admission;
    private final Bodies bodies;
    private final Lines lines;
    private final Edge edge;
    private final AnswerWriter writer;
    private final Traffic traffic;

    /** Made on the event loop it works on. */
    Front(Context context, Edge edge, Lines lines, Bodies bodies) {
        this.context = context;
        this.edge = edge;
        this.lines = lines;
        this.bodies = bodies;
        this.admission = edge.admission();
        this.writer = edge.writer();
        this.traffic = new Traffic(edge.registry());
    }

    @Override
    public void accept(RoutingContext arrival, Place place) {
        var line = lines.of(arrival.request().connection());
        var exchange = new Exchange(arrival, place, edge.proxies(), line);
        exchange.line().release();
        attempt(exchange).onComplete(result -> finish(exchange, result));
    }

    private Future<Answer> attempt(Exchange exchange) {
        try {
            return serve(exchange);
        } catch (RuntimeException refused) {
            return Future.failedFuture(refused);
        }
    }

    private Future<Answer> serve(Exchange exchange) {
        var request = exchange.request();
        requireOneHost(request);
        exchange.enter(edge.connections());
        if (exchange.place().isNowhere()) {
            throw nothing(request);
        }
        if (Cors.isPreflight(request)) {
            return Future.succeededFuture(Answer.nothing());
        }
        exchange.take(exchange.place().route(request.method()).orElseThrow(() -> notAllowed(exchange.place())));
        return here(exchange, admission.identify(exchange))
                .compose(visitor -> {
                    visitor.ifPresent(known -> admission.admit(exchange, known));
                    return bodies.receive(exchange);
                })
                .compose(nothing -> here(exchange, ask(exchange)))
                .map(answer -> checked(exchange, answer));
    }

    private static Future<Answer> ask(Exchange exchange) {
        exchange.parse();
        exchange.requireDeclared();
        return exchange.route().handler().apply(exchange);
    }

    private static Answer checked(Exchange exchange, Answer answer) {
        exchange.requireAsked();
        return answer;
    }

    /** Two of them could be read two ways (RFC 9112 §3.2). */
    private static void requireOneHost(HttpServerRequest request) {
        if (request.headers().getAll(HttpHeaders.HOST).size() > 1) {
            throw Failure.of(Kind.BAD_REQUEST, "The request needs one Host header that names a host");
        }
    }

    /** A request of HTTP/1.1 without a Host that can be read leads nowhere too (RFC 9112 §3.2). */
    private static Failure nothing(HttpServerRequest request) {
        return request.authority() == null && request.version() != HttpVersion.HTTP_1_0
                ? Failure.of(Kind.BAD_REQUEST, "The request needs one Host header that names a host")
                : Failure.of(Kind.ROUTE_NOT_FOUND, "There is nothing at this path");
    }

    private static Failure notAllowed(Place place) {
        return Failure.of(Kind.METHOD_NOT_ALLOWED, "This path does not know the method")
                .with("allow", place.allow());
    }

    /** Goes on on our own event loop, whoever completes the future; a body that comes meanwhile waits. */
    private <T> Future<T> here(Exchange exchange, Future<T> future) {
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
            context.runOnContext(nothing -> task.run());
        }
    }

    private void finish(Exchange exchange, AsyncResult<Answer> result) {
        exchange.endLoan();
        exchange.leave(edge.connections());
        if (exchange.request().response().closed()) {
            return;
        }
        var answer = result.succeeded() ? result.result() : Errors.answer(result.cause(), exchange.requestId());
        if (result.failed()) {
            Refusals.write(exchange, result.cause());
        }
        traffic.record(exchange.routeIfAny(), answer.status(), exchange.age());
        if (leavesBodyUnread(exchange.request())) {
            refuse(exchange, answer);
        } else {
            write(exchange, answer);
        }
    }

    /** A file may be read as slowly as a body may be sent; see {@link Lines}. */
    private void write(Exchange exchange, Answer answer) {
        var last = edge.isLeaving();
        var written = writer.write(exchange, last ? answer.with("connection", "close") : answer);
        exchange.line().expect();
        if (last) {
            written.onComplete(done -> exchange.request().connection().close());
        }
        if (answer.body() instanceof FileBody file) {
            exchange.line().extend(file.size() * Lines.NANOS_PER_BYTE);
            written.onComplete(done -> exchange.line().expect());
        }
    }

    private static boolean leavesBodyUnread(HttpServerRequest request) {
        return !request.isEnded() && Bodies.hasBody(request);
    }

    /** Answers before the body has come. A small rest is read and dropped; otherwise the connection ends with the answer. */
    private void refuse(Exchange exchange, Answer answer) {
        var request = exchange.request();
        var length = Bodies.declaredLength(request);
        if (length > 0 && length <= WORTH_READING && !Bodies.waitsToBeAsked(request)) {
            writer.write(exchange, answer);
            exchange.line().expect();
            request.resume();
            return;
        }
        writer.write(exchange, answer.with("connection", "close"));
        if (exchange.isBroken() || Bodies.waitsToBeAsked(request)) {
            request.connection().close();
            return;
        }
        request.handler(dropped -> {})
                .endHandler(nothing -> request.connection().close());
        request.resume();
        exchange.line().expectWithin(Lines.LINGER);
    }
}
