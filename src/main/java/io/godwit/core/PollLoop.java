package io.godwit.core;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Runs one piece of background work again and again, never twice at once: the next run starts only after the last has ended. It
 * runs when woken, at once again while the work answers that there is more, and at the latest {@code pause} after the last run,
 * so a lost message on the bus costs time and nothing else.
 *
 * <p>All its state belongs to the context it was started on; {@link #wake} may be called from anywhere.
 */
public final class PollLoop {

    private static final Logger LOG = LoggerFactory.getLogger(PollLoop.class);

    /** Result of one run. */
    public enum Next {
        /** There is more to do: the loop runs again at once. */
        MORE,
        /** Nothing is left: the loop waits for {@link #wake} or for the pause. */
        IDLE
    }

    private final Vertx vertx;
    private final String name;
    private final Duration pause;
    private final Supplier<Future<Next>> work;
    private final Context context;
    private boolean running;
    private boolean wakePending;
    private boolean stopping;
    private long timer = -1;
    private final Promise<Void> stopped = Promise.promise();

    /** The causes logged since the last run that succeeded. */
    private final DistinctCauses loggedCauses = new DistinctCauses();

    private PollLoop(Vertx vertx, String name, Duration pause, Supplier<Future<Next>> work) {
        this.vertx = vertx;
        this.name = name;
        this.pause = pause;
        this.work = work;
        this.context = vertx.getOrCreateContext();
    }

    /** Starts on the caller's context; the first run begins at once. A run that fails is logged and counts as IDLE. */
    public static PollLoop start(Vertx vertx, String name, Duration pause, Supplier<Future<Next>> work) {
        var loop = new PollLoop(vertx, name, pause, work);
        loop.wake();
        return loop;
    }

    /** Asks for a run soon; during a run, for one more after it. */
    public void wake() {
        context.runOnContext(ignored -> runOrRemember());
    }

    /** Completes when the run in flight has ended; no other run begins. */
    public Future<Void> stop() {
        context.runOnContext(ignored -> {
            stopping = true;
            vertx.cancelTimer(timer);
            if (!running) {
                stopped.tryComplete();
            }
        });
        return stopped.future();
    }

    private void runOrRemember() {
        wakePending = true;
        if (!running && !stopping) {
            run();
        }
    }

    private void run() {
        running = true;
        wakePending = false;
        vertx.cancelTimer(timer);
        attempt().onComplete(ended -> {
            if (ended.failed()) {
                logFailure(ended.cause());
            } else {
                loggedCauses.clear();
            }
            finish(ended.succeeded() && ended.result() == Next.MORE);
        });
    }

    /**
     * Logs each cause once for all the runs in a row that fail; the loss of the database is logged by the class that notices
     * it, once for all loops.
     */
    private void logFailure(Throwable cause) {
        var isLoud = !isOutage(cause) && loggedCauses.add(cause);
        LOG.atLevel(isLoud ? Level.WARN : Level.DEBUG)
                .addKeyValue("loop", name)
                .setCause(cause)
                .log("A background run failed; it runs again after its pause");
    }

    private static boolean isOutage(Throwable cause) {
        return cause instanceof Failure refused && refused.kind() == Failure.Kind.SERVICE_UNAVAILABLE;
    }

    private Future<Next> attempt() {
        try {
            return work.get();
        } catch (RuntimeException thrown) {
            return Future.failedFuture(thrown);
        }
    }

    private void finish(boolean runAgain) {
        running = false;
        if (stopping) {
            stopped.tryComplete();
        } else if (runAgain || wakePending) {
            context.runOnContext(ignored -> runOrRemember());
        } else {
            timer = vertx.setTimer(Math.max(1, pause.toMillis()), ignored -> runOrRemember());
        }
    }
}
