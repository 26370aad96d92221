package io.godwit.kit;

import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** Measures times that a slow machine does not lengthen. */
public final class Elapsed {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private Elapsed() {}

    /** The processor time of this thread that work takes, whatever else the machine does meanwhile. */
    public static Duration ofProcessor(Runnable work) {
        var threads = ManagementFactory.getThreadMXBean();
        var before = threads.getCurrentThreadCpuTime();
        work.run();
        return Duration.ofNanos(threads.getCurrentThreadCpuTime() - before);
    }

    /** From now until a claim was last asked for and found true; fails when it never ends. */
    public static Duration whileTrue(BooleanSupplier claim) {
        var started = System.nanoTime();
        var lastAsked = new AtomicLong(started);
        await().atMost(TIMEOUT).pollInterval(Duration.ofMillis(20)).until(() -> {
            var asked = System.nanoTime();
            var holds = claim.getAsBoolean();
            lastAsked.set(holds ? asked : lastAsked.get());
            return !holds;
        });
        return Duration.ofNanos(lastAsked.get() - started);
    }
}
