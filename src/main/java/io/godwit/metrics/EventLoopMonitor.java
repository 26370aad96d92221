package io.godwit.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Measures the delay of timers on one event loop: the time for which the loop was busy with something else, or blocked. */
public final class EventLoopMonitor extends VerticleBase {

    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final Timer delays;

    private EventLoopMonitor(Timer delays) {
        this.delays = delays;
    }

    /** Creates one for each event loop: Vert.x deploys verticles on its loops by turns. */
    public static List<Deployable> ofEach(int loops, MeterRegistry meters) {
        var delays = Timer.builder("godwit.event.loop.delay")
                .description("Delay of a timer on an event loop")
                .register(meters);
        return IntStream.range(0, loops)
                .<Deployable>mapToObj(ignored -> new EventLoopMonitor(delays))
                .toList();
    }

    @Override
    public Future<?> start() {
        measure();
        return Future.succeededFuture();
    }

    private void measure() {
        var dueAt = System.nanoTime() + INTERVAL.toNanos();
        vertx.setTimer(INTERVAL.toMillis(), ignored -> {
            delays.record(Math.max(0, System.nanoTime() - dueAt), TimeUnit.NANOSECONDS);
            measure();
        });
    }
}
