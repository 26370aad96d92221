package io.godwit.inbound.processing;

import io.godwit.bus.Bus;
import io.godwit.bus.Subscription;
import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.inbound.settings.InboundSettings;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Processes reports in the background, and deletes old ones. Any number of nodes share the work. */
public final class ReportVerticle extends VerticleBase {

    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(10);
    private static final Duration GAUGE = Duration.ofSeconds(15);
    private static final int EXPIRED_BATCH_SIZE = 1_000;

    private final Database database;
    private final Bus bus;
    private final ReportProcessor.Dependencies dependencies;
    private final InboundSettings settings;
    private final InboundMetrics metrics;
    private final ReportStore store = new ReportStore();
    private final List<PollLoop> loops = new ArrayList<>();
    private Optional<Subscription> subscription = Optional.empty();

    public ReportVerticle(
            Bus bus, ReportProcessor.Dependencies dependencies, InboundSettings settings, InboundMetrics metrics) {
        this.database = dependencies.database();
        this.bus = bus;
        this.dependencies = dependencies;
        this.settings = settings;
        this.metrics = metrics;
    }

    @Override
    public Future<?> start() {
        var processor = new ReportProcessor(dependencies, settings, metrics);
        var loop = PollLoop.start(vertx, "inbound-process", POLL, processor::run);
        loops.add(loop);
        loops.add(PollLoop.start(vertx, "inbound-expire", BETWEEN_SWEEPS, this::expire));
        loops.add(PollLoop.start(vertx, "inbound-gauges", GAUGE, this::gauge));
        subscription = Optional.of(bus.listen(InboundMessages.ACCEPTED, ignored -> loop.wake()));
        return Future.succeededFuture();
    }

    private Future<Next> expire() {
        return settings.retention().isZero()
                ? Future.succeededFuture(Next.IDLE)
                : store.expire(database.workers(), settings.retention(), EXPIRED_BATCH_SIZE)
                        .map(more -> more ? Next.MORE : Next.IDLE);
    }

    private Future<Next> gauge() {
        return store.depth(database.workers()).onSuccess(metrics::queue).map(Next.IDLE);
    }

    @Override
    public Future<?> stop() {
        subscription.ifPresent(Subscription::cancel);
        return Future.join(loops.stream().map(PollLoop::stop).toList());
    }
}
