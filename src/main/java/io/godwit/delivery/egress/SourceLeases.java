package io.godwit.delivery.egress;

import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The egress sources this node holds. A lease counts from before it was asked for, by the monotonic clock, so this node gives a
 * source up before another can take it.
 *
 * <p>All its state belongs to the context it is used on.
 */
public final class SourceLeases {

    private static final Logger LOG = LoggerFactory.getLogger(SourceLeases.class);

    private final Database database;
    private final List<EgressSource> sources;
    private final UUID holder;
    private final Duration lease;
    private final LongSupplier nanoTime;
    private final EgressSourceStore store = new EgressSourceStore();
    private Map<String, Long> nameToFence = Map.of();
    private Map<String, String> foreignToPool = Map.of();
    private long leasedUntil;
    private Function<Set<String>, Future<Void>> beforeUse = ignored -> Future.succeededFuture();
    private Runnable onTaken = () -> {};
    private Consumer<String> onLost = ignored -> {};

    /**
     * @param holder the id of this node, the same after a restart
     * @param lease the time after which another node may take a source over
     */
    public SourceLeases(
            Database database, List<EgressSource> sources, UUID holder, Duration lease, LongSupplier nanoTime) {
        this.database = database;
        this.sources = List.copyOf(sources);
        this.holder = holder;
        this.lease = lease;
        this.nanoTime = nanoTime;
    }

    /**
     * Calls the listeners when sources were taken or lost.
     *
     * @param beforeUse what has to be done before emails leave from the sources just taken; when it fails, they are not used
     */
    public void listen(Function<Set<String>, Future<Void>> beforeUse, Runnable taken, Consumer<String> lost) {
        this.beforeUse = beforeUse;
        onTaken = taken;
        onLost = lost;
    }

    /** Returns the fence of a source's lease; 0 when this node does not hold it. */
    public long fence(String name) {
        return nameToFence.getOrDefault(name, 0L);
    }

    /** Returns the pause between renewals. */
    public Duration renewEvery() {
        return lease.dividedBy(3);
    }

    /** Takes or renews the leases. */
    public Future<Next> renew() {
        var requestedAt = nanoTime.getAsLong();
        return store.lease(database.workers(), sources, holder, lease)
                .compose(leased -> beforeUse.apply(taken(leased)).map(leased))
                .compose(leased -> store.foreign(database.workers(), holder).map(others -> {
                    foreignToPool = others;
                    leasedUntil = requestedAt + lease.toNanos();
                    update(leased);
                    return Next.IDLE;
                }));
    }

    /** Returns the sources this node did not hold, or held under an earlier lease. */
    private Set<String> taken(Map<String, Long> leased) {
        return leased.entrySet().stream()
                .filter(source -> !source.getValue().equals(nameToFence.get(source.getKey())))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private void update(Map<String, Long> leased) {
        var taken = taken(leased);
        var lost = new HashSet<>(nameToFence.keySet());
        lost.removeAll(leased.keySet());
        nameToFence = Map.copyOf(leased);
        lost.forEach(this::lose);
        if (!taken.isEmpty()) {
            onTaken.run();
        }
    }

    private void lose(String name) {
        LOG.atWarn().addKeyValue("source", name).log("Another node sends from this egress source now");
        onLost.accept(name);
    }

    /** Returns the sources this node may send from now. */
    public List<EgressSource> usable() {
        return nanoTime.getAsLong() - leasedUntil < 0
                ? sources.stream()
                        .filter(source -> nameToFence.containsKey(source.name()))
                        .toList()
                : List.of();
    }

    /** Returns whether this node may send from the source now. */
    public boolean isUsable(String name) {
        return nameToFence.containsKey(name) && nanoTime.getAsLong() - leasedUntil < 0;
    }

    /** Returns the sources other nodes hold. */
    public Set<String> foreign() {
        return foreignToPool.keySet();
    }

    /** Returns whether the pool has a source that this node may take, or that another node holds. */
    public boolean hasSource(String pool) {
        return isForeign(pool)
                || sources.stream().anyMatch(source -> source.pool().equals(pool));
    }

    /** Returns whether another node holds a source of the pool. */
    public boolean isForeign(String pool) {
        return foreignToPool.containsValue(pool);
    }

    /** Gives the sources up, so that another node can take them at once. */
    public Future<Void> release() {
        nameToFence = Map.of();
        return store.release(database.workers(), holder);
    }
}
