package io.godwit.live;

import io.godwit.core.Change;
import io.godwit.core.ChangeTopic;
import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * Reads what travels with the news of a change that somebody follows: the counts of one thing, or the newest entries of a project's
 * activity. Each is read at most once a second on a node, whatever the number of its changes and of those who follow it. Safe to
 * use from any thread.
 */
final class CountedChanges {

    private static final long PAUSE_MILLIS = 1000;

    private final Vertx vertx;
    private final LiveCounts counts;
    private final BiConsumer<Change, Optional<Object>> deliver;

    /** Things that are being counted or were within the last second; true when they have changed since. */
    private final Map<Change, Boolean> changeToAgain = new ConcurrentHashMap<>();

    /** @param deliver takes a change with the details that stand beside its topic, empty when they could not be had */
    CountedChanges(Vertx vertx, LiveCounts counts, BiConsumer<Change, Optional<Object>> deliver) {
        this.vertx = vertx;
        this.counts = counts;
        this.deliver = deliver;
    }

    /** True for a change of one thing of a topic that is counted, and for activity. */
    boolean counts(Change change) {
        return isActivity(change)
                || (change.id() != null && counts.topicToCounter().containsKey(change.topic()));
    }

    private static boolean isActivity(Change change) {
        return change.topic() == ChangeTopic.ACTIVITY;
    }

    /** Counts the thing now, or when the pause after its last count is over. */
    void add(Change change) {
        if (changeToAgain.merge(change, false, (before, now) -> true)) {
            return;
        }
        count(change);
    }

    private void count(Change change) {
        details(change)
                .otherwise(Optional.empty())
                .onSuccess(details -> deliver.accept(change, details))
                .onComplete(ignored -> vertx.setTimer(PAUSE_MILLIS, passed -> addBack(change)));
    }

    private Future<Optional<Object>> details(Change change) {
        var tenant = Tenant.system(new ProjectId(change.project()));
        if (isActivity(change)) {
            return counts.activity().newest(tenant).map(Optional::of);
        }
        var counter = counts.topicToCounter().get(change.topic());
        var id = change.id();
        return counter == null || id == null
                ? Future.succeededFuture(Optional.empty())
                : counter.count(tenant, id).map(found -> found.map(counted -> Map.of("counts", counted)));
    }

    private void addBack(Change change) {
        var changed = changeToAgain.computeIfPresent(change, (thing, again) -> again ? false : null);
        if (changed != null) {
            count(change);
        }
    }
}
