package io.godwit.traces;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Records spans and hands them to the exporter when they end. */
final class RecordingTracer implements Tracer {

    private final SpanExporter exporter;
    private final double ratio;
    private final int requestedPerSecond;
    private final LongSupplier nanoTime;
    private long second;
    private int requested;

    RecordingTracer(SpanExporter exporter, double ratio, int requestedPerSecond, LongSupplier nanoTime) {
        this.exporter = exporter;
        this.ratio = ratio;
        this.requestedPerSecond = requestedPerSecond;
        this.nanoTime = nanoTime;
        this.second = nanoTime.getAsLong();
    }

    static RecordingTracer open(
            Vertx vertx, String endpoint, TracesSettings settings, String version, MeterRegistry meters) {
        var client = new OtlpClient(vertx, endpoint, settings.nameToHeader());
        var exporter = new SpanExporter(vertx, client, new OtlpEncoder(version), new TraceMetrics(meters));
        exporter.start();
        return new RecordingTracer(exporter, settings.sampleRatio(), settings.requestedPerSecond(), System::nanoTime);
    }

    @Override
    public boolean isOn() {
        return true;
    }

    @Override
    public Span root(SpanKind kind, String name) {
        return isDrawn() ? new RecordedSpan(exporter, TraceContext.root(), Optional.empty(), kind, name) : Span.NONE;
    }

    @Override
    public Span child(Optional<TraceContext> parent, SpanKind kind, String name) {
        return parent.<Span>map(above -> below(above, kind, name)).orElse(Span.NONE);
    }

    private RecordedSpan below(TraceContext parent, SpanKind kind, String name) {
        return new RecordedSpan(exporter, parent.child(), Optional.of(parent.spanId()), kind, name);
    }

    @Override
    public Span request(String name, @Nullable String traceparent, boolean trusted) {
        var caller = CallerContext.parse(traceparent);
        var continued = caller.filter(known -> trusted && known.sampled());
        if (!isDrawn() && !(continued.isPresent() && mayBeRequested())) {
            return Span.NONE;
        }
        if (continued.isPresent()) {
            return below(continued.get().context(), SpanKind.SERVER, name);
        }
        var span = new RecordedSpan(exporter, TraceContext.root(), Optional.empty(), SpanKind.SERVER, name);
        caller.ifPresent(known -> span.link(known.context()));
        return span;
    }

    private boolean isDrawn() {
        return ThreadLocalRandom.current().nextDouble() < ratio;
    }

    private synchronized boolean mayBeRequested() {
        var now = nanoTime.getAsLong();
        if (now - second >= TimeUnit.SECONDS.toNanos(1)) {
            second = now;
            requested = 0;
        }
        return requested++ < requestedPerSecond;
    }

    @Override
    public Future<Void> close() {
        return exporter.close();
    }
}
