package io.godwit.jobs;

import io.godwit.bus.Bus;
import io.godwit.core.PollLoop;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Carries out jobs. One per node; any number of nodes share the work. Stopping it releases the jobs it has claimed. */
public final class JobVerticle extends VerticleBase {

    private static final Duration POLL = Duration.ofSeconds(2);
    private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(10);

    private final Database database;
    private final Bus bus;
    private final JobSettings settings;
    private final List<JobHandler> handlers;
    private final List<PollLoop> loops = new ArrayList<>();
    private Future<JobPool> pool = Future.failedFuture("The verticle was not started");

    public JobVerticle(Database database, Bus bus, JobSettings settings, List<JobHandler> handlers) {
        this.database = database;
        this.bus = bus;
        this.settings = settings;
        this.handlers = List.copyOf(handlers);
    }

    @Override
    public Future<?> start() {
        var started = new JobPool(vertx, database, settings, handlers);
        var claims = PollLoop.start(vertx, "jobs-claim", POLL, started::claim);
        loops.add(claims);
        loops.add(PollLoop.start(vertx, "jobs-leases", settings.renewEvery(), started::renew));
        loops.add(PollLoop.start(vertx, "jobs-expire", BETWEEN_SWEEPS, started::expire));
        loops.add(PollLoop.start(vertx, "jobs-dead-letters-expire", BETWEEN_SWEEPS, started::expireDeadLetters));
        started.onCapacity(claims::wake);
        bus.listen(JobMessages.QUEUED, ignored -> claims.wake());
        pool = Future.succeededFuture(started);
        return pool;
    }

    /** Stops claiming first: a job that is just being claimed has to be released too. */
    @Override
    public Future<?> stop() {
        return loops.get(0)
                .stop()
                .compose(ignored -> pool)
                .compose(JobPool::stop)
                .eventually(() ->
                        Future.join(loops.stream().skip(1).map(PollLoop::stop).toList()));
    }
}
