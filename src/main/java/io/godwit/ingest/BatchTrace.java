package io.godwit.ingest;

import io.godwit.traces.Span;
import io.godwit.traces.SpanKind;
import io.godwit.traces.TraceContext;
import io.godwit.traces.Tracer;
import io.vertx.core.AsyncResult;
import java.util.List;
import java.util.Optional;

/**
 * The spans of one batch. It belongs to the trace of the first traced call in it and has links to the others; each traced call
 * has a span for the time it waited, with a link to the batch.
 */
final class BatchTrace {

    private static final BatchTrace NONE = new BatchTrace(Tracer.OFF, Span.NONE);

    private final Tracer tracer;
    private final Span batch;

    private BatchTrace(Tracer tracer, Span batch) {
        this.tracer = tracer;
        this.batch = batch;
    }

    /** Begins the spans of a batch; of one without traced calls there are none. */
    static BatchTrace of(Tracer tracer, List<PendingCall> calls) {
        if (!tracer.isOn()) {
            return NONE;
        }
        var traced =
                calls.stream().filter(call -> call.entry().trace().isPresent()).toList();
        return traced.isEmpty() ? NONE : new BatchTrace(tracer, begin(tracer, traced, calls.size()));
    }

    private static Span begin(Tracer tracer, List<PendingCall> traced, int calls) {
        var batch = tracer.child(traced.get(0).entry().trace(), SpanKind.INTERNAL, "ingest batch")
                .attribute("godwit.batch.calls", calls);
        traced.stream().skip(1).flatMap(call -> call.entry().trace().stream()).forEach(batch::link);
        traced.forEach(call -> waited(tracer, call, batch.context()));
        return batch;
    }

    private static void waited(Tracer tracer, PendingCall call, Optional<TraceContext> batch) {
        var span = tracer.child(call.entry().trace(), SpanKind.INTERNAL, "ingest wait")
                .startedAt(call.since());
        batch.ifPresent(span::link);
        span.end();
    }

    boolean isRecorded() {
        return batch.isRecorded();
    }

    /** Begins the span of a transaction. */
    Span transaction() {
        return tracer.child(batch.context(), SpanKind.CLIENT, "ingest transaction")
                .attribute("db.system.name", "postgresql");
    }

    /** Ends the span of the batch. */
    void end(AsyncResult<?> result) {
        end(batch, result);
    }

    static void end(Span span, AsyncResult<?> result) {
        if (result.failed()) {
            span.failed(result.cause().getClass().getSimpleName());
        }
        span.end();
    }
}
