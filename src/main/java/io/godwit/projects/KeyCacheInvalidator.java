package io.godwit.projects;

import io.godwit.bus.Bus;
import io.godwit.bus.Subscription;
import io.godwit.core.ContextPromise;
import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.projects.ProjectMessages.CacheEvicted;
import io.godwit.projects.ProjectMessages.KeysChanged;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps this node's {@link KeysVersion} current, by one small query a second, and publishes changes made here to every node
 * at once. The query is what guarantees it; the messages only save the wait.
 */
final class KeyCacheInvalidator {

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final Database database;
    private final Bus bus;
    private final KeysVersion version;
    private final Map<Long, Announcement> versionToAnnouncement = new ConcurrentHashMap<>();
    private final List<Subscription> subscriptions;
    private final PollLoop loop;

    /** A published change, with the nodes that have confirmed it and the promise that waits for all of them. */
    private record Announcement(Set<String> acknowledgedBy, ContextPromise<Void> promise) {}

    private KeyCacheInvalidator(Vertx vertx, Database database, Bus bus, KeysVersion version) {
        this.vertx = vertx;
        this.database = database;
        this.bus = bus;
        this.version = version;
        this.subscriptions = List.of(
                bus.listen(ProjectMessages.CHANGED, this::onChanged),
                bus.listen(ProjectMessages.CACHE_EVICTED, this::count));
        this.loop = PollLoop.start(vertx, "projects-keys-version", PAUSE, this::read);
    }

    /** Creates the invalidator; completes when the messages of every node arrive here. */
    static Future<KeyCacheInvalidator> follow(Vertx vertx, Database database, Bus bus, KeysVersion version) {
        var keyCache = new KeyCacheInvalidator(vertx, database, bus, version);
        return Future.all(
                        keyCache.subscriptions.stream().map(Subscription::ready).toList())
                .map(keyCache);
    }

    KeysVersion version() {
        return version;
    }

    /**
     * Publishes a change; completes when every node has evicted its cached keys, or when the cached keys of all nodes have
     * expired. A node that is cut off cannot confirm and is no member after a while: as long as a member may be missing,
     * and where the settings do not name every member, only the time counts.
     */
    Future<Void> publishChange(long changed) {
        version.raisedTo(changed);
        var members = bus.members();
        if (members.count() == 1 && !members.mayLackOne()) {
            return Future.succeededFuture();
        }
        var promise = ContextPromise.<Void>here(vertx);
        versionToAnnouncement.put(changed, new Announcement(ConcurrentHashMap.newKeySet(), promise));
        vertx.setTimer(KeysVersion.TRUST.toMillis(), ignored -> completeAnnouncement(changed));
        bus.publish(ProjectMessages.CHANGED, new KeysChanged(changed));
        return promise.future();
    }

    /** Stops the query and the subscriptions; completes when the running query has ended. */
    Future<Void> stop() {
        return Future.all(subscriptions.stream().map(Subscription::cancel).toList())
                .eventually(loop::stop)
                .mapEmpty();
    }

    private Future<Next> read() {
        if (!database.availability().isUp()) {
            return Future.succeededFuture(Next.IDLE);
        }
        var requestedAt = version.now();
        return InstallationStore.keysVersion(database.requests()).map(read -> {
            version.read(read, requestedAt);
            return Next.IDLE;
        });
    }

    private void onChanged(KeysChanged changed) {
        version.raisedTo(changed.version());
        bus.publish(
                ProjectMessages.CACHE_EVICTED,
                new CacheEvicted(changed.version(), bus.members().self()));
    }

    private void count(CacheEvicted evicted) {
        var announcement = versionToAnnouncement.get(evicted.version());
        if (announcement != null
                && announcement.acknowledgedBy().add(evicted.node())
                && announcement.acknowledgedBy().containsAll(bus.members().all())
                && !bus.members().mayLackOne()) {
            completeAnnouncement(evicted.version());
        }
    }

    private void completeAnnouncement(long changed) {
        var announcement = versionToAnnouncement.remove(changed);
        if (announcement != null) {
            announcement.promise().answer(Future.succeededFuture());
        }
    }
}
