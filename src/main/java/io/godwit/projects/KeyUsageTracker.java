package io.godwit.projects;

import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.SecurityLog;
import io.godwit.core.SecurityLog.Event;
import io.godwit.core.SecurityLog.Outcome;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Collects the keys that are used and writes them to {@code key_uses} every 30 s: a row for each request would cost more
 * than the request.
 */
final class KeyUsageTracker {

    private static final Duration PAUSE = Duration.ofSeconds(30);

    private final Set<ApiKeyHash> used = ConcurrentHashMap.newKeySet();
    private final Database database;
    private final ApiKeyListStore store;

    KeyUsageTracker(Database database, ApiKeyListStore store) {
        this.database = database;
        this.store = store;
    }

    void note(ApiKeyHash key) {
        SecurityLog.count(Event.KEY_USE, Outcome.SUCCESS);
        if (!used.contains(key)) {
            used.add(key);
        }
    }

    PollLoop start(Vertx vertx) {
        return PollLoop.start(vertx, "projects-key-usage", PAUSE, this::write);
    }

    /** Writes the collected keys; keys that cannot be written are collected again with their next use. */
    Future<Next> write() {
        var now = new HashSet<>(used);
        used.removeAll(now);
        return now.isEmpty()
                ? Future.succeededFuture(Next.IDLE)
                : store.used(database.workers(), now).map(Next.IDLE);
    }
}
