package io.godwit.traces;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Starts spans. Safe to use from any thread. */
public interface Tracer {

    /** The tracer of a node without traces: all its spans are {@link Span#NONE}. */
    Tracer OFF = new Tracer() {
        @Override
        public boolean isOn() {
            return false;
        }

        @Override
        public Span root(SpanKind kind, String name) {
            return Span.NONE;
        }

        @Override
        public Span child(Optional<TraceContext> parent, SpanKind kind, String name) {
            return Span.NONE;
        }

        @Override
        public Span request(String name, @Nullable String traceparent, boolean trusted) {
            return Span.NONE;
        }

        @Override
        public Future<Void> close() {
            return Future.succeededFuture();
        }
    };

    /**
     * Returns the tracer that the settings ask for; {@link #OFF} when they name no collector.
     *
     * @param version of this program
     */
    static Tracer open(Vertx vertx, TracesSettings settings, String version, MeterRegistry meters) {
        return settings.endpoint()
                .<Tracer>map(endpoint -> RecordingTracer.open(vertx, endpoint, settings, version, meters))
                .orElse(OFF);
    }

    /** Returns whether spans are recorded at all; ask before anything is prepared for one. */
    boolean isOn();

    /** Starts the first span of a new trace, for the share of calls that the settings name; else {@link Span#NONE}. */
    Span root(SpanKind kind, String name);

    /** Starts a span below the parent; {@link Span#NONE} without one. */
    Span child(Optional<TraceContext> parent, SpanKind kind, String name);

    /**
     * Starts the span of a request, for the share of requests that the settings name, and for some requests more where a trusted
     * caller has recorded its own span. The share is drawn by chance and never from the caller's trace id, which a caller could
     * choose so that it is always drawn. A trusted caller's recorded span becomes the parent; to any other caller's span there is
     * a link only, so that nobody writes into traces of others.
     *
     * @param traceparent the header's value
     * @param trusted whether the caller has shown a secret key
     */
    Span request(String name, @Nullable String traceparent, boolean trusted);

    /** Exports what is left; completes after two seconds at the latest. */
    Future<Void> close();
}
