package io.godwit.domains;

import io.godwit.core.Loop;
import io.godwit.core.Patience;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Checks domains in the background, each once in its period. Any number of nodes share the work. */
public final class DomainVerticle extends VerticleBase {

    private static final Duration POLL = Duration.ofSeconds(2);
    private static final Duration DRAIN = Duration.ofSeconds(10);

    /** While one domain's servers are silent, which takes three seconds, others go on. */
    private static final int AT_ONCE = 8;

    private final Checks checks;
    private List<Loop> loops = List.of();

    public DomainVerticle(Checks checks) {
        this.checks = checks;
    }

    @Override
    public Future<?> start() {
        loops = IntStream.range(0, AT_ONCE)
                .mapToObj(number -> Loop.start(vertx, "domains " + number, POLL, checks::next))
                .toList();
        return Future.succeededFuture();
    }

    /** Waits for the checks under way; what is cut off is another node's when its lease is over. */
    @Override
    public Future<?> stop() {
        var stopped = Future.join(loops.stream().map(Loop::stop).toList());
        return Patience.within(DRAIN, stopped).otherwiseEmpty();
    }
}
