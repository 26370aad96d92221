package io.godwit.webhooks;

import io.godwit.traces.Span;
import io.godwit.traces.SpanKind;
import io.godwit.traces.Tracer;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;

/** The span of an attempt of a call, with the names of OpenTelemetry's conventions for HTTP clients; without the URL's path. */
final class CallTrace {

    private static final String TRACEPARENT = "traceparent";
    private static final int CLIENT_ERROR = 400;

    private CallTrace() {}

    static Span begin(Tracer tracer, ClaimedCall call) {
        if (call.trace().isEmpty()) {
            return Span.NONE;
        }
        return tracer.child(call.trace(), SpanKind.CLIENT, call.method())
                .attribute("http.request.method", call.method())
                .attribute("http.request.resend_count", call.attempt() - 1L)
                .attribute("godwit.project.id", call.project().toString())
                .attribute("godwit.webhook_call.id", call.id().toString());
    }

    /** Tells the receiver the span, unless the workflow sets the header itself. */
    static MultiMap add(Span span, MultiMap headers) {
        if (!headers.contains(TRACEPARENT)) {
            span.context().ifPresent(context -> headers.set(TRACEPARENT, context.traceparent()));
        }
        return headers;
    }

    static Future<CallResponse> ending(Span span, Future<CallResponse> response) {
        if (!span.isRecorded()) {
            return response;
        }
        return response.onSuccess(answer -> answered(span, answer.status()))
                .onFailure(error -> span.failed(error.getClass().getSimpleName()))
                .onComplete(ignored -> span.end());
    }

    private static void answered(Span span, int status) {
        span.attribute("http.response.status_code", status);
        if (status >= CLIENT_ERROR) {
            span.failed(Integer.toString(status));
        }
    }
}
