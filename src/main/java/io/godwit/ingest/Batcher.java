package io.godwit.ingest;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.Answer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes calls, lets them wait in line while a transaction is under way, and commits what has gathered when it is over: no
 * timer, so a lone call waits for nobody and a flood shares its commits. Calls that would hold the others up wait in a slow
 * line with a connection of its own. Touched only on its verticle's context.
 */
final class Batcher implements Lane.Exits {

    private static final Logger LOG = LoggerFactory.getLogger(Batcher.class);

    /** Few enough that one locked contact delays few others. */
    private static final int SLOW_BATCH_CALLS = 16;

    private static final long RETRY_AFTER_SECONDS = 1;

    private final Surroundings surroundings;
    private final Suspects suspects = new Suspects();
    private final Line fast;
    private final Line slow;
    private final List<Lane> fastLanes;
    private final Lane slowLane;
    private boolean stopping;

    Batcher(Vertx vertx, Surroundings surroundings, IngestSettings settings) {
        this.surroundings = surroundings;
        this.fast = new Line(settings.queueCalls(), settings.queueBytes());
        this.slow = new Line(settings.queueCalls(), settings.queueBytes());
        this.fastLanes = IntStream.range(0, settings.connections())
                .mapToObj(index -> lane(vertx, fast, settings.batchCalls(), false))
                .toList();
        this.slowLane = lane(vertx, slow, Math.min(SLOW_BATCH_CALLS, settings.batchCalls()), true);
        surroundings.gauges().watch(List.of(fast, slow));
    }

    private Lane lane(Vertx vertx, Line line, int limit, boolean patient) {
        var committer = new Committer(vertx, surroundings, patient);
        return new Lane(line, limit, committer, surroundings.gauges(), this);
    }

    /**
     * Completes after the commit. Fails with {@code SERVICE_UNAVAILABLE} at once when too much waits already, the database is
     * away or this batcher stops.
     */
    Future<Answer> accept(Entry entry) {
        var call = new Pending(entry);
        if (stopping || !surroundings.database().availability().isUp()) {
            shed(call);
        } else if (suspects.has(entry.tenant().project())) {
            queue(call, slow);
        } else {
            queue(call, fast);
        }
        return call.future();
    }

    private void queue(Pending call, Line line) {
        if (line.offer(call)) {
            lanes().forEach(Lane::wake);
        } else {
            shed(call);
        }
    }

    private Stream<Lane> lanes() {
        return Stream.concat(fastLanes.stream(), Stream.of(slowLane));
    }

    private void shed(Pending call) {
        surroundings.gauges().shed();
        call.fail(unavailable());
    }

    private static Failure unavailable() {
        return Failure.later(
                Kind.SERVICE_UNAVAILABLE,
                "The service is busy or its database is away; try again",
                RETRY_AFTER_SECONDS);
    }

    @Override
    public void blocked(Pending call) {
        surroundings.gauges().detoured();
        queue(call, slow);
    }

    @Override
    public void expired(Pending call) {
        shed(call);
    }

    @Override
    public void poisoned(Pending call, Throwable cause) {
        var project = call.entry().tenant().project();
        suspects.add(project);
        LOG.atError().addKeyValue("project", project).setCause(cause).log("A call could not be written");
        call.fail(cause);
    }

    /** Those who wait would only wait for the same; they are better told now. */
    @Override
    public void lost(List<Pending> calls, Throwable cause) {
        surroundings.database().availability().lost(cause);
        calls.forEach(this::shed);
        fast.clear().forEach(this::shed);
        slow.clear().forEach(this::shed);
    }

    /** Completes when everything taken so far is answered and the connections are closed; nothing more is taken. */
    Future<Void> stop() {
        stopping = true;
        return Future.join(fastLanes.stream().map(Lane::drained).toList())
                .eventually(slowLane::drained)
                .eventually(() -> Future.join(lanes().map(Lane::close).toList()))
                .mapEmpty();
    }
}
