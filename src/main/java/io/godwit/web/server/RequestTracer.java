package io.godwit.web.server;

import io.godwit.core.Tenant;
import io.godwit.core.Tenant.Caller;
import io.godwit.traces.Span;
import io.godwit.traces.TraceContext;
import io.godwit.traces.Tracer;
import io.godwit.web.KeyAuthenticator;
import io.godwit.web.auth.Principal;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.Set;
import org.slf4j.MDC;

/**
 * Records the spans of requests, with the names of OpenTelemetry's conventions for HTTP servers. The path in a span is that of
 * the route and never the one that was sent, in which there may be addresses and tokens.
 */
final class RequestTracer {

    private static final String TRACEPARENT = "traceparent";
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE");
    private static final int SERVER_ERROR = 500;

    private final Tracer tracer;
    private final boolean on;

    RequestTracer(Tracer tracer) {
        this.tracer = tracer;
        this.on = tracer.isOn();
    }

    /** Decides whether the request is traced, once its caller is known. */
    void begin(HttpExchange exchange, Optional<Principal> principal) {
        if (on) {
            exchange.record(start(exchange, principal.flatMap(Principal::grant).map(KeyAuthenticator.Grant::tenant)));
        }
    }

    private Span start(HttpExchange exchange, Optional<Tenant> tenant) {
        var request = exchange.request();
        var trusted =
                tenant.filter(known -> known.caller() == Caller.SECRET_KEY).isPresent();
        var method = method(request);
        var route = exchange.routeIfAny();
        var span = tracer.request(
                route.map(known -> method + " " + known.path()).orElse(method),
                request.getHeader(TRACEPARENT),
                trusted);
        if (span.isRecorded()) {
            span.startedAt(System.nanoTime() - exchange.age())
                    .attribute("http.request.method", method)
                    .attribute("url.scheme", String.valueOf(request.scheme()))
                    .attribute("godwit.request.id", exchange.requestId());
            route.ifPresent(known -> span.attribute("http.route", known.path()));
            tenant.ifPresent(
                    known -> span.attribute("godwit.project.id", known.project().toString()));
        }
        return span;
    }

    private static String method(HttpServerRequest request) {
        var name = request.method().name();
        return METHODS.contains(name) ? name : "_OTHER";
    }

    /** Ends the span; also that of a request that was refused before its caller was known. */
    void end(HttpExchange exchange, int status) {
        var span = exchange.span();
        if (span != null) {
            span.attribute("http.response.status_code", status);
            if (status >= SERVER_ERROR) {
                span.failed(Integer.toString(status));
            }
            span.end();
        }
    }

    /** Ends the span of a request whose client has closed the connection. */
    void abort(HttpExchange exchange) {
        var span = exchange.span();
        if (span != null) {
            span.failed("client_closed");
            span.end();
        }
    }

    /** Puts the trace's id into the lines that this thread logs until {@link #leave}. */
    void enter(HttpExchange exchange) {
        if (on) {
            exchange.trace().ifPresent(context -> MDC.put(TraceContext.LOG_KEY, context.traceId()));
        }
    }

    void leave() {
        if (on) {
            MDC.remove(TraceContext.LOG_KEY);
        }
    }
}
