package io.godwit.ingest;

import static io.godwit.ingest.TestIngest.event;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Measures the batcher itself, without HTTP in front: a closed loop of 128 callers. Prints calls a second; the ratios mean
 * more than the numbers. Run with {@code -Dgroups=bench -DexcludedGroups=}.
 */
@Tag("bench")
class IngestBench {

    private static final int CALLERS = 128;
    private static final int WARM_UP = 20_000;
    private static final int MEASURED = 60_000;

    @Test
    void groupedCommitsBesideOneByOne() {
        var grouped = run("grouped, 2 x 1 connection", IngestSettings.of(2));
        var single = run("one by one, 2 x 16 connections", new IngestSettings(2, 1, 16, 16_384, 64 << 20));

        System.out.printf("new contacts: %.1f times%n", grouped.get(0) / single.get(0));
        System.out.printf("known contacts: %.1f times%n", grouped.get(1) / single.get(1));
        System.out.printf("hot to distinct: %.2f%n", grouped.get(2) / grouped.get(1));
        assertThat(grouped.get(1)).isGreaterThan(2 * single.get(1));
    }

    private static List<Double> run(String name, IngestSettings settings) {
        try (var ingest = TestIngest.start(settings)) {
            var project = ingest.project();
            measure(ingest, project, WARM_UP, n -> "warm" + n);
            var fresh = measure(ingest, project, MEASURED, n -> "p" + n);
            var known = measure(ingest, project, MEASURED, n -> "p" + (n * 7919) % MEASURED);
            var hot = measure(ingest, project, MEASURED, n -> "p" + n % 100);
            assertThat(ingest.count("events", project)).isEqualTo(WARM_UP + 3L * MEASURED);
            System.out.printf("%s: new %.0f/s, known %.0f/s, hot %.0f/s%n", name, fresh, known, hot);
            return List.of(fresh, known, hot);
        }
    }

    private static double measure(TestIngest ingest, Tenant project, int calls, IntFunction<String> names) {
        var next = new AtomicInteger();
        var started = System.nanoTime();
        Future.all(IntStream.range(0, CALLERS)
                        .mapToObj(ignored -> caller(ingest, project, calls, next, names))
                        .toList())
                .await();
        return calls / ((System.nanoTime() - started) / 1e9);
    }

    private static Future<Void> caller(
            TestIngest ingest, Tenant project, int calls, AtomicInteger next, IntFunction<String> names) {
        var done = Promise.<Void>promise();
        ingest.vertx.runOnContext(ignored -> call(ingest, project, calls, next, names, done));
        return done.future();
    }

    private static void call(
            TestIngest ingest,
            Tenant project,
            int calls,
            AtomicInteger next,
            IntFunction<String> names,
            Promise<Void> done) {
        var number = next.getAndIncrement();
        if (number >= calls) {
            done.complete();
            return;
        }
        ingest.track(project, event(names.apply(number) + "@example.com", Map.of("plan", "pro", "visits", number)))
                .onSuccess(ignored -> call(ingest, project, calls, next, names, done))
                .onFailure(done::tryFail);
    }
}
