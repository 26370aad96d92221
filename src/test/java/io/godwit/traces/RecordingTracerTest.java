package io.godwit.traces;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.lifecycle.CloseFields;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which requests are traced, and to which trace they belong. */
@CloseFields
class RecordingTracerTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SAMPLED = "00-" + TRACE + "-00f067aa0ba902b7-01";
    private static final String NOT_SAMPLED = "00-" + TRACE + "-00f067aa0ba902b7-00";

    private final Vertx vertx = Vertx.vertx();
    private final AtomicLong now = new AtomicLong();

    private RecordingTracer tracer(double ratio, int requestedPerSecond) {
        var meters = new TraceMetrics(new SimpleMeterRegistry());
        var client = new OtlpClient(vertx, "http://127.0.0.1:9", Map.of());
        var exporter = new SpanExporter(vertx, client, new OtlpEncoder("1"), meters);
        return new RecordingTracer(exporter, ratio, requestedPerSecond, now::get);
    }

    private static long traced(RecordingTracer tracer, int requests, String traceparent, boolean trusted) {
        return IntStream.range(0, requests)
                .filter(ignored ->
                        tracer.request("GET /x", traceparent, trusted).isRecorded())
                .count();
    }

    @Test
    void aCallerWithoutASecretKeyIsNeverTracedBeyondTheShare() {
        assertThat(traced(tracer(0, 1_000), 5_000, SAMPLED, false)).isZero();
    }

    @Test
    void aCallerWithASecretKeyIsTracedSoManyTimesASecond() {
        var tracer = tracer(0, 2);

        assertThat(traced(tracer, 5_000, SAMPLED, true)).isEqualTo(2);
        now.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(traced(tracer, 5_000, SAMPLED, true)).isEqualTo(2);
    }

    @Test
    void aCallerWhoHasRecordedNothingIsTracedByTheShareAlone() {
        assertThat(traced(tracer(0, 1_000), 5_000, NOT_SAMPLED, true)).isZero();
    }

    @Test
    void theShareIsOfAllRequestsWhateverTheTraceIdOfTheCaller() {
        var ofOneTrace = traced(tracer(0.1, 0), 20_000, SAMPLED, true);
        var ofNone = traced(tracer(0.1, 0), 20_000, "", false);

        assertThat(ofOneTrace).isBetween(1_700L, 2_300L);
        assertThat(ofNone).isBetween(1_700L, 2_300L);
    }

    @Test
    void theRecordedSpanOfATrustedCallerIsTheParentAndThatOfAnotherIsNot() {
        var tracer = tracer(1, 0);

        assertThat(tracer.request("GET /x", SAMPLED, true)
                        .context()
                        .orElseThrow()
                        .traceId())
                .isEqualTo(TRACE);
        assertThat(tracer.request("GET /x", SAMPLED, false)
                        .context()
                        .orElseThrow()
                        .traceId())
                .isNotEqualTo(TRACE);
        assertThat(tracer.request("GET /x", NOT_SAMPLED, true)
                        .context()
                        .orElseThrow()
                        .traceId())
                .isNotEqualTo(TRACE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "00-" + TRACE + "-00f067aa0ba902b7",
                "00-" + TRACE + "-00f067aa0ba902b7-01-more",
                "00-" + TRACE + "-0000000000000000-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "ff-" + TRACE + "-00f067aa0ba902b7-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                " " + SAMPLED
            })
    void aMalformedHeaderIsIgnored(String header) {
        assertThat(CallerContext.parse(header)).isEmpty();
    }

    @Test
    void aLaterVersionMayHaveMoreBehindTheFlags() {
        var read =
                CallerContext.parse("01-" + TRACE + "-00f067aa0ba902b7-03-what").orElseThrow();

        assertThat(read.sampled()).isTrue();
        assertThat(read.context().traceId()).isEqualTo(TRACE);
    }

    @Test
    void aContextIsReadAsItWasWritten() {
        var context = TraceContext.root();

        assertThat(TraceContext.parse(context.traceparent())).contains(context);
        assertThat(TraceContext.parse(NOT_SAMPLED)).isEmpty();
        assertThat(context.child().traceId()).isEqualTo(context.traceId());
        assertThat(context.child().spanId()).isNotEqualTo(context.spanId());
    }
}
