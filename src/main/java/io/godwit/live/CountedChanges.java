package io.godwit.live;

import io.godwit.core.Change;
import io.godwit.core.ChangeTopic;
import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.godwit.live.LiveCounts.ThingCounter;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * Counts the things whose changes somebody follows, each at most once a second on a node, whatever the number of its changes and
 * of those who follow it. Safe to use from any thread.
 */
final class CountedChanges {

    private static final long PAUSE_MILLIS = 1000;

    private final Vertx vertx;
    private final Map<ChangeTopic, ThingCounter> topicToCounter;
    private final BiConsumer<Change, Optional<Object>> deliver;

    /** Things that are being counted or were within the last second; true when they have changed since. */
    private final Map<Change, Boolean> changeToAgain = new ConcurrentHashMap<>();

    /** @param deliver takes a change with its counts, empty when they could not be had */
    CountedChanges(
            Vertx vertx, Map<ChangeTopic, ThingCounter> topicToCounter, BiConsumer<Change, Optional<Object>> deliver) {
        this.vertx = vertx;
        this.topicToCounter = topicToCounter;
        this.deliver = deliver;
    }

    /** True for a change of one thing of a topic that is counted. */
    boolean counts(Change change) {
        return change.id() != null && topicToCounter.containsKey(change.topic());
    }

    /** Counts the thing now, or when the pause after its last count is over. */
    void add(Change change) {
        if (changeToAgain.merge(change, false, (before, now) -> true)) {
            return;
        }
        count(change);
    }

    private void count(Change change) {
        counted(change)
                .map(Optional::of)
                .otherwise(Optional.empty())
                .onSuccess(counts -> deliver.accept(change, counts.flatMap(found -> found)))
                .onComplete(delivered -> vertx.setTimer(PAUSE_MILLIS, passed -> again(change)));
    }

    private Future<Optional<Object>> counted(Change change) {
        var counter = topicToCounter.get(change.topic());
        var id = change.id();
        return counter == null || id == null
                ? Future.succeededFuture(Optional.empty())
                : counter.count(Tenant.system(new ProjectId(change.project())), id);
    }

    private void again(Change change) {
        var changed = changeToAgain.computeIfPresent(change, (thing, again) -> again ? false : null);
        if (changed != null) {
            count(change);
        }
    }
}
