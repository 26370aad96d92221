package io.godwit.bus;

import io.godwit.core.Change;
import io.godwit.core.ChangeTopic;
import io.vertx.core.Vertx;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Tells all nodes about changes. Those of a moment travel as one message in which each thing stands once, so that a sender of
 * thousands of emails a second publishes some messages a second. Safe to use from any thread.
 */
public final class ChangePublisher {

    /** The changes of one node within 100 ms. */
    public record Changed(List<Change> changes) {

        public Changed {
            changes = List.copyOf(changes);
        }
    }

    private static final Topic<Changed> CHANGED = new Topic<>("changes", Changed.class);

    private static final long WINDOW_MILLIS = 100;

    /** The things of a kind and project that a message names; more of them are told as "many". */
    private static final int MAX_NAMED = 20;

    /** The changes in memory beyond which no more ids are collected. */
    private static final int MAX_PENDING = 10_000;

    private record Kind(UUID project, ChangeTopic topic) {}

    private final Vertx vertx;
    private final Bus bus;
    private final Set<Change> pending = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean armed = new AtomicBoolean();

    ChangePublisher(Vertx vertx, Bus bus) {
        this.vertx = vertx;
        this.bus = bus;
    }

    /** Publishes the changes, which are committed, within 100 ms. */
    public void publish(Collection<Change> changes) {
        for (var change : changes) {
            pending.add(pending.size() < MAX_PENDING ? change : manyLike(change));
        }
        if (!changes.isEmpty() && armed.compareAndSet(false, true)) {
            vertx.setTimer(WINDOW_MILLIS, ignored -> flush());
        }
    }

    /** Calls the listener, on the caller's context, for the changes of every node. */
    public Subscription listen(Consumer<List<Change>> listener) {
        return bus.listen(CHANGED, message -> listener.accept(known(message.changes())));
    }

    /** Leaves out topics that only a newer node knows, which arrive as null. */
    private static List<Change> known(List<Change> changes) {
        return changes.stream()
                .filter(change -> Objects.nonNull(change.topic()))
                .toList();
    }

    private void flush() {
        armed.set(false);
        var changes = List.copyOf(pending);
        changes.forEach(pending::remove);
        bus.publish(CHANGED, new Changed(summarized(changes)));
    }

    private static List<Change> summarized(List<Change> changes) {
        Map<Kind, Integer> kindToCount = new HashMap<>();
        changes.forEach(change -> kindToCount.merge(kind(change), 1, Integer::sum));
        return changes.stream()
                .map(change -> kindToCount.getOrDefault(kind(change), 0) > MAX_NAMED ? manyLike(change) : change)
                .distinct()
                .toList();
    }

    private static Kind kind(Change change) {
        return new Kind(change.project(), change.topic());
    }

    private static Change manyLike(Change change) {
        return Change.ofMany(change.project(), change.topic());
    }
}
