package io.godwit.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.HttpReceiver;
import io.godwit.kit.net.OtlpReceiver;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SpanExporterTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final Vertx vertx = Vertx.vertx();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final CountDownLatch gate = new CountDownLatch(1);

    @AfterEach
    void stop() {
        gate.countDown();
        vertx.close().await();
    }

    private Tracer tracer(String endpoint) {
        return Tracer.open(
                vertx, new TracesSettings(Optional.of(endpoint), Map.of("X-Key", "k1"), 1, 0), "1.2.3", meters);
    }

    private static void record(Tracer tracer, int spans) {
        for (var recorded = 0; recorded < spans; recorded++) {
            tracer.root(SpanKind.INTERNAL, "work").end();
        }
    }

    private long exported() {
        return (long) meters.counter("godwit.traces.exported").count();
    }

    private long dropped(String reason) {
        return (long) meters.counter("godwit.traces.dropped", "reason", reason).count();
    }

    @Test
    void theOfficialClassesReadWhatIsExported() {
        try (var collector = OtlpReceiver.start()) {
            var tracer = tracer(collector.endpoint());
            var other = new TraceContext("ab".repeat(16), "cd".repeat(8));

            var parent = tracer.root(SpanKind.SERVER, "parent");
            var child = tracer.child(parent.context(), SpanKind.CLIENT, "child")
                    .attribute("text", "Grüße \"x\"")
                    .attribute("number", Long.MAX_VALUE)
                    .link(other);
            child.event("moment");
            child.failed("503");
            child.end();
            parent.end();

            await().atMost(SOON).until(() -> collector.spans().size() == 2);
            var hit = collector.batches().get(0);
            assertThat(hit.headers())
                    .containsEntry("content-type", "application/json")
                    .containsEntry("x-key", "k1");
            var resource = collector.requests().get(0).getResourceSpans(0).getResource();
            assertThat(OtlpReceiver.attributes(resource.getAttributesList()))
                    .containsEntry("service.name", "godwit")
                    .containsEntry("service.version", "1.2.3")
                    .containsKeys("service.instance.id", "host.name");
            var read = collector.only("child");
            var above = collector.only("parent");
            assertThat(read.getTraceId()).isEqualTo(above.getTraceId());
            assertThat(read.getParentSpanId()).isEqualTo(above.getSpanId());
            assertThat(above.getParentSpanId()).isEmpty();
            assertThat(read.getKindValue()).isEqualTo(3);
            assertThat(read.getStatus().getCodeValue()).isEqualTo(2);
            assertThat(above.getStatus().getCodeValue()).isZero();
            assertThat(OtlpReceiver.attributes(read.getAttributesList()))
                    .containsEntry("text", "Grüße \"x\"")
                    .containsEntry("number", Long.toString(Long.MAX_VALUE))
                    .containsEntry("error.type", "503");
            assertThat(read.getEvents(0).getName()).isEqualTo("moment");
            assertThat(OtlpReceiver.hex(read.getLinks(0).getTraceId())).isEqualTo(other.traceId());
            assertThat(read.getStartTimeUnixNano())
                    .isLessThanOrEqualTo(read.getEvents(0).getTimeUnixNano())
                    .isCloseTo(
                            TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()),
                            org.assertj.core.data.Offset.offset(SOON.toNanos()));
            assertThat(read.getEndTimeUnixNano()).isGreaterThanOrEqualTo(read.getStartTimeUnixNano());
        }
    }

    @Test
    void aSilentCollectorHoldsNothingUpAndWhatItCostsIsCounted() {
        try (var collector = OtlpReceiver.start(HttpReceiver.silence(gate))) {
            var tracer = tracer(collector.endpoint());
            record(tracer, 1);
            await().atMost(SOON).until(() -> collector.batches().size() == 1);

            var began = System.nanoTime();
            record(tracer, SpanExporter.MAX_QUEUED + 1_000);

            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
            assertThat(dropped("queue_full")).isEqualTo(1_000);
            assertThat(exported()).isZero();
        }
    }

    @Test
    void aCollectorThatAnswersLosesNothingOfAsMany() {
        try (var collector = OtlpReceiver.start()) {
            var tracer = tracer(collector.endpoint());

            for (var round = 1; round <= 3; round++) {
                record(tracer, SpanExporter.MAX_QUEUED / 2);
                var sum = round * SpanExporter.MAX_QUEUED / 2;
                await().atMost(SOON).until(() -> exported() == sum);
            }

            assertThat(collector.spans()).hasSize(3 * SpanExporter.MAX_QUEUED / 2);
            assertThat(dropped("queue_full")).isZero();
        }
    }

    @Test
    void aBusyCollectorGetsTheBatchAgainWhenItWants() {
        try (var collector =
                OtlpReceiver.start(HttpReceiver.status(503, "Retry-After: 2"), HttpReceiver.body(200, "{}"))) {
            var tracer = tracer(collector.endpoint());

            record(tracer, 1);

            await().atMost(SOON).until(() -> exported() == 1);
            var hits = collector.batches();
            assertThat(hits).hasSize(2);
            assertThat(Duration.between(hits.get(0).at(), hits.get(1).at())).isGreaterThan(Duration.ofMillis(1_900));
            assertThat(hits.get(1).body()).isEqualTo(hits.get(0).body());
            assertThat(dropped("unavailable")).isZero();
        }
    }

    @Test
    void aRefusedBatchIsDroppedAtOnceAndCounted() {
        try (var collector = OtlpReceiver.start(HttpReceiver.status(400), HttpReceiver.body(200, "{}"))) {
            var tracer = tracer(collector.endpoint());

            record(tracer, 1);
            await().atMost(SOON).until(() -> dropped("refused") == 1);
            record(tracer, 1);

            await().atMost(SOON).until(() -> exported() == 1);
            assertThat(collector.batches()).hasSize(2);
        }
    }

    @Test
    void spansThatACollectorRejectsOfABatchAreCounted() {
        try (var collector =
                OtlpReceiver.start(HttpReceiver.body(200, "{\"partialSuccess\":{\"rejectedSpans\":\"1\"}}"))) {
            var tracer = tracer(collector.endpoint());

            record(tracer, 50);

            await().atMost(SOON).until(() -> exported() + dropped("refused") == 50);
            assertThat(dropped("refused")).isEqualTo(collector.batches().size()).isLessThan(50);
        }
    }

    @Test
    void theLastBatchIsSentWhenTheNodeStops() {
        try (var collector = OtlpReceiver.start()) {
            var tracer = tracer(collector.endpoint());
            record(tracer, 700);

            tracer.close().await();

            assertThat(collector.spans()).hasSize(700);
            assertThat(exported()).isEqualTo(700);
        }
    }

    @Test
    void aSilentCollectorDelaysAStopByTwoSecondsAtMost() {
        try (var collector = OtlpReceiver.start(HttpReceiver.silence(gate))) {
            var tracer = tracer(collector.endpoint());
            record(tracer, 700);
            await().atMost(SOON).until(() -> !collector.batches().isEmpty());

            var began = System.nanoTime();
            tracer.close().await();

            // An exporter that waited for the answer would wait for ten seconds.
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(8));
            await().atMost(SOON).until(() -> dropped("unavailable") + dropped("shutdown") == 700);
        }
    }

    @Test
    void aCollectorThatIsAwayLosesOnlyItsSpans() {
        var tracer = tracer("http://127.0.0.1:" + FreePorts.free());

        record(tracer, 3);

        await().atMost(SOON).until(() -> dropped("unavailable") == 3);
    }
}
