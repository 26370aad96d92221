package io.godwit;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a stop has to do, in the reverse of the order in which it was started. A step that fails or is late stops no other. */
final class Shutdown {

    private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);

    /** Longer than any step's own bound, so that only a step that hangs is cut off. */
    private static final Duration LONGEST_STEP = Duration.ofSeconds(25);

    private record Step(String name, Supplier<Future<?>> work) {}

    private final Deque<Step> steps = new ArrayDeque<>();

    void push(String name, Supplier<Future<?>> work) {
        steps.push(new Step(name, work));
    }

    /** Blocks until all is done; a second call does nothing. */
    synchronized void run() {
        while (!steps.isEmpty()) {
            run(steps.pop());
        }
    }

    private static void run(Step step) {
        try {
            step.work().get().await(LONGEST_STEP.toSeconds(), TimeUnit.SECONDS);
        } catch (Throwable failed) {
            LOG.atWarn().addKeyValue("step", step.name()).setCause(failed).log("A step of the stop failed");
        }
    }
}
