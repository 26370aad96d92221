package io.godwit.delivery.egress;

import io.godwit.core.PollLoop;
import io.godwit.delivery.egress.ConnectionHold.HoldKey;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Writes the failures that hold some emails of a site every ten seconds, so that neither a restart nor the next node that sends from the
 * source connects to its hosts at once. A failed write is repeated with the next one.
 *
 * <p>All its state belongs to the context it is used on.
 */
public final class ConnectionHoldWriter {

    private static final Duration PAUSE = Duration.ofSeconds(10);

    /** Max rows of one statement; the others are written by the next. */
    private static final int MAX_ROWS = 2_000;

    private final RouteMemory memory;
    private final ConnectionHoldStore store = new ConnectionHoldStore();
    private final SqlClient db;
    private final ToLongFunction<String> sourceToFence;
    private final Map<HoldKey, Optional<ConnectionHold>> unwritten = new LinkedHashMap<>();

    ConnectionHoldWriter(RouteMemory memory, SqlClient db, ToLongFunction<String> sourceToFence) {
        this.memory = memory;
        this.db = db;
        this.sourceToFence = sourceToFence;
    }

    /** Restores the failures of sources this node has taken over. */
    public Future<Void> restore(Collection<String> sources) {
        return sources.isEmpty()
                ? Future.succeededFuture()
                : store.load(db, sources).onSuccess(memory::restore).mapEmpty();
    }

    /** Forgets the failures of a source that another node took over. */
    public void removeSource(String source) {
        memory.removeSource(source);
        unwritten.keySet().removeIf(key -> key.site().source().equals(source));
    }

    /** Starts to write; the caller stops the loop before the node ends and calls {@link #write} once more. */
    public PollLoop start(Vertx vertx) {
        return PollLoop.start(vertx, "delivery-holds", PAUSE, () -> write().map(this::next));
    }

    private PollLoop.Next next(Void ignored) {
        return unwritten.isEmpty() ? PollLoop.Next.IDLE : PollLoop.Next.MORE;
    }

    /** Writes changes since the last call, at most {@value #MAX_ROWS}. */
    public Future<Void> write() {
        unwritten.putAll(memory.takeChangedHolds());
        if (unwritten.isEmpty()) {
            return Future.succeededFuture();
        }
        var changes = new LinkedHashMap<HoldKey, Optional<ConnectionHold>>();
        unwritten.entrySet().stream()
                .limit(MAX_ROWS)
                .forEach(change -> changes.put(change.getKey(), change.getValue()));
        return store.save(db, changes, sourceToFence).onSuccess(ignored -> changes.forEach(unwritten::remove));
    }
}
