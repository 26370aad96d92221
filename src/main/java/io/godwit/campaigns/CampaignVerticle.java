package io.godwit.campaigns;

import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.core.PollLoop;
import io.godwit.core.Timeouts;
import io.godwit.db.Database;
import io.godwit.segments.SegmentService;
import io.godwit.traces.Tracer;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Runs the loops that send campaigns. Any number of nodes share the work. */
public final class CampaignVerticle extends VerticleBase {

    /** The poll interval: a scheduled campaign begins at most so late, unless there is much to do. */
    private static final Duration POLL = Duration.ofSeconds(1);

    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(10);

    /** While one campaign's audience is looked for, which can take a minute, others go on. */
    private static final int BATCH_SIZE = 2;

    private final Bus bus;
    private final CampaignWorker worker;
    private List<PollLoop> loops = List.of();

    public CampaignVerticle(
            Database database,
            Bus bus,
            SegmentService segments,
            Quota quota,
            Tracer tracer,
            CampaignSettings settings) {
        this.bus = bus;
        this.worker = new CampaignWorker(database, bus, segments, quota, tracer, settings);
    }

    @Override
    public Future<?> start() {
        loops = IntStream.range(0, BATCH_SIZE)
                .mapToObj(number -> PollLoop.start(vertx, "campaigns-work-" + number, POLL, worker::next))
                .toList();
        bus.listen(CampaignMessages.DUE, ignored -> loops.forEach(PollLoop::wake));
        return Future.succeededFuture();
    }

    /** Waits for the page under way, but not for long: what is cut off is found undone by the next. */
    @Override
    public Future<?> stop() {
        var stopped = Future.join(loops.stream().map(PollLoop::stop).toList());
        return Timeouts.within(DRAIN_TIMEOUT, stopped).otherwiseEmpty();
    }
}
