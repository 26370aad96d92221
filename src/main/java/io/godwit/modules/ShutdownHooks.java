package io.godwit.modules;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the steps of a shutdown, in the reverse of the order in which the pieces were started. A step that fails or is late stops
 * no other.
 *
 * <p>A stop that comes while the node is starting waits for the piece that is just being started, so that nothing, above all no
 * PostgreSQL, is left running without a server.
 */
public final class ShutdownHooks {

    private static final Logger LOG = LoggerFactory.getLogger(ShutdownHooks.class);

    /** Limit of a step; longer than any step's own, so that only a step that hangs is cut off. */
    private static final Duration MAX_STEP = Duration.ofSeconds(25);

    private record ShutdownStep(String name, Supplier<Future<?>> work) {}

    private final Deque<ShutdownStep> steps = new ConcurrentLinkedDeque<>();
    private final CountDownLatch startEnded = new CountDownLatch(1);
    private volatile boolean wanted;

    /** Adds a step. Fails when a stop is wanted: the start has to end then, and the pieces started so far are stopped. */
    public void push(String name, Supplier<Future<?>> work) {
        steps.push(new ShutdownStep(name, work));
        if (wanted) {
            throw new CancellationException("The start was cut short by a stop");
        }
    }

    /** True once {@link #stop} was called. */
    public boolean isWanted() {
        return wanted;
    }

    /** Declares that nothing will be pushed any more, whether the start succeeded or not. */
    public void startEnded() {
        startEnded.countDown();
    }

    /** Stops the node: lets the start end first, then blocks until all steps are done. */
    public void stop() {
        wanted = true;
        try {
            if (!startEnded.await(MAX_STEP.toSeconds(), TimeUnit.SECONDS)) {
                LOG.warn("The start does not end; what it has begun so far is stopped");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        run();
    }

    /** Runs all steps and blocks until they are done; a second call does nothing. */
    public synchronized void run() {
        for (var step = steps.poll(); step != null; step = steps.poll()) {
            run(step);
        }
    }

    private static void run(ShutdownStep step) {
        try {
            step.work().get().await(MAX_STEP.toSeconds(), TimeUnit.SECONDS);
        } catch (Throwable failed) {
            LOG.atWarn().addKeyValue("step", step.name()).setCause(failed).log("A step of the stop failed");
        }
    }
}
