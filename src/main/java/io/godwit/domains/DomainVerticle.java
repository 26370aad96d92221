package io.godwit.domains;

import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.Timeouts;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Checks domains in the background, each once in its interval. Any number of nodes share the work. */
public final class DomainVerticle extends VerticleBase {

    private static final Duration POLL = Duration.ofSeconds(2);
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(10);

    /** The interval of additional loops, which are woken when there is work. */
    private static final Duration EXTRA_LOOP_INTERVAL = Duration.ofMinutes(10);

    /**
     * The number of additional loops: while one domain's servers do not answer, which takes three seconds, others are
     * checked; and one node does not take all places.
     */
    private static final int HELPERS = 11;

    private final DomainChecker checker;
    private final List<PollLoop> loops = new ArrayList<>();

    public DomainVerticle(DomainChecker checker) {
        this.checker = checker;
    }

    @Override
    public Future<?> start() {
        IntStream.rangeClosed(1, HELPERS)
                .forEach(number -> loops.add(
                        PollLoop.start(vertx, "domains-check-" + number, EXTRA_LOOP_INTERVAL, checker::next)));
        loops.add(PollLoop.start(
                vertx, "domains-check", POLL, () -> checker.next().onSuccess(this::wakeHelpers)));
        return Future.succeededFuture();
    }

    private void wakeHelpers(Next next) {
        if (next == Next.MORE) {
            loops.subList(0, HELPERS).forEach(PollLoop::wake);
        }
    }

    /** Waits for the checks in progress; another node takes over unfinished ones when their lease is over. */
    @Override
    public Future<?> stop() {
        var stopped = Future.join(loops.stream().map(PollLoop::stop).toList());
        return Timeouts.within(DRAIN_TIMEOUT, stopped).otherwiseEmpty();
    }
}
