package io.godwit.segments.compute;

import io.godwit.core.PollLoop;
import io.godwit.core.Timeouts;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Computes due segments in the background. Any number of nodes share the work. */
public final class SegmentVerticle extends VerticleBase {

    /** The pause between two looks for due segments. */
    private static final Duration POLL = Duration.ofSeconds(2);

    private static final Duration BETWEEN_SWEEPS = Duration.ofSeconds(30);
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(10);

    private final SegmentComputer computer;
    private final List<PollLoop> loops = new ArrayList<>();

    public SegmentVerticle(SegmentComputer computer) {
        this.computer = computer;
    }

    @Override
    public Future<?> start() {
        loops.add(PollLoop.start(vertx, "segments-compute", POLL, computer::next));
        loops.add(PollLoop.start(vertx, "segments-deleted", BETWEEN_SWEEPS, computer::sweep));
        return Future.succeededFuture();
    }

    /** Waits for the computation under way, but not for long: what is cut off is found undone by the next. */
    @Override
    public Future<?> stop() {
        return Timeouts.within(
                        DRAIN_TIMEOUT,
                        Future.join(loops.stream().map(PollLoop::stop).toList()))
                .otherwiseEmpty();
    }
}
