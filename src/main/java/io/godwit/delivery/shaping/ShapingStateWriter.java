package io.godwit.delivery.shaping;

import io.godwit.core.PollLoop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Writes what a {@link TrafficShaper} learns every ten seconds, and at once after a cut, a suspension or a limit by a reply rule, so
 * that a restart does not send to a site that has just refused. Runs on the context of the shaper. A failed write is repeated with
 * the next one.
 */
public final class ShapingStateWriter {

    private static final Duration PAUSE = Duration.ofSeconds(10);

    private final TrafficShaper shaper;
    private final ShapingStateStore store = new ShapingStateStore();
    private final SqlClient db;
    private final ToLongFunction<String> sourceToFence;
    private final Clock clock;
    private final Map<ShapingKey, ShapingState> unwritten = new LinkedHashMap<>();

    /** @param sourceToFence the fence of the lease of a source */
    public ShapingStateWriter(TrafficShaper shaper, SqlClient db, ToLongFunction<String> sourceToFence, Clock clock) {
        this.shaper = shaper;
        this.db = db;
        this.sourceToFence = sourceToFence;
        this.clock = clock;
    }

    /** Restores the states of sources this node has taken over. */
    public Future<Void> restore(Collection<String> sources) {
        return store.load(db, sources).onSuccess(shaper::restore).mapEmpty();
    }

    /** Starts to write; the caller stops the loop before the node ends and calls {@link #write} once more. */
    public PollLoop start(Vertx vertx) {
        var loop = PollLoop.start(vertx, "delivery-shaping", PAUSE, () -> write().map(PollLoop.Next.IDLE));
        shaper.onCut(loop::wake);
        return loop;
    }

    /** Writes all changes since the last call. */
    public Future<Void> write() {
        shaper.changed(clock.instant()).forEach(state -> unwritten.put(state.key(), state));
        var states = Map.copyOf(unwritten);
        return store.save(db, states.values(), sourceToFence).onSuccess(ignored -> states.forEach(unwritten::remove));
    }
}
