package io.godwit.jobs;

import io.godwit.bus.Bus;
import io.godwit.core.Loop;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Carries jobs out. One a node; any number of nodes share the work. Stopping it gives back what it holds. */
public final class JobVerticle extends VerticleBase {

    private static final Duration POLL = Duration.ofSeconds(2);
    private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(10);

    private final Database database;
    private final Bus bus;
    private final JobSettings settings;
    private final List<Kind> kinds;
    private final List<Loop> loops = new ArrayList<>();
    private Future<Workshop> workshop = Future.failedFuture("The verticle was not started");

    public JobVerticle(Database database, Bus bus, JobSettings settings, List<Kind> kinds) {
        this.database = database;
        this.bus = bus;
        this.settings = settings;
        this.kinds = List.copyOf(kinds);
    }

    @Override
    public Future<?> start() {
        var shop = new Workshop(vertx, database, settings, kinds);
        var claims = Loop.start(vertx, "jobs", POLL, shop::claim);
        loops.add(claims);
        loops.add(Loop.start(vertx, "job leases", settings.renewEvery(), shop::renew));
        loops.add(Loop.start(vertx, "old jobs", BETWEEN_SWEEPS, shop::expire));
        loops.add(Loop.start(vertx, "old dead letters", BETWEEN_SWEEPS, shop::expireDeadLetters));
        shop.whenHungry(claims::nudge);
        bus.listen(JobsMessages.QUEUED, queued -> claims.nudge());
        workshop = Future.succeededFuture(shop);
        return workshop;
    }

    /** Claims first: a job that is just being claimed has to be given back too. */
    @Override
    public Future<?> stop() {
        return loops.get(0)
                .stop()
                .compose(stopped -> workshop)
                .compose(Workshop::stop)
                .eventually(
                        () -> Future.join(loops.stream().skip(1).map(Loop::stop).toList()));
    }
}
