package io.godwit.delivery;

import static java.util.stream.Collectors.toSet;

import io.godwit.core.ChangeTopic;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.delivery.SiteState.LastReply;
import io.godwit.delivery.shaping.ShapingKey;
import io.godwit.delivery.shaping.SiteTraffic;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes the traffic of this node's sources to their sites into a table, with the last replies, so that every node can show it.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class TrafficReporter {

    private static final int REPLIES = 5;

    private final Database database;
    private final SiteTrafficStore store = new SiteTrafficStore();
    private final Map<ShapingKey, ArrayDeque<LastReply>> keyToReplies = new HashMap<>();
    private final Set<ShapingKey> changed = new HashSet<>();

    /** The sites, for each source, whose stored row says that emails wait. */
    private Set<ShapingKey> held = Set.of();

    TrafficReporter(Database database) {
        this.database = database;
    }

    /** Notes a reply, or the words for a failure without one; the same again only replaces the one before. */
    void note(ShapingKey key, Instant at, String reply) {
        var replies = keyToReplies.computeIfAbsent(key, ignored -> new ArrayDeque<>());
        replies.removeIf(last -> last.reply().equals(reply));
        replies.addFirst(new LastReply(at, reply));
        if (replies.size() > REPLIES) {
            replies.removeLast();
        }
        changed.add(key);
    }

    /**
     * Writes the sites something happened at, those where emails wait, and those where they no longer do. Open pages hear when
     * emails begin or cease to wait for a site.
     */
    Future<Next> save(List<SiteTraffic> sites) {
        var nowHeld = sites.stream()
                .filter(site -> site.hold().isPresent())
                .map(SiteTraffic::key)
                .collect(toSet());
        var written = sites.stream()
                .filter(site ->
                        changed.contains(site.key()) || nowHeld.contains(site.key()) || held.contains(site.key()))
                .toList();
        var hasChanged = !nowHeld.equals(held);
        changed.clear();
        keyToReplies.keySet().retainAll(sites.stream().map(SiteTraffic::key).collect(toSet()));
        return written.isEmpty()
                ? Future.succeededFuture(Next.IDLE)
                : store.save(database.workers(), written, site -> replies(site.key()))
                        .compose(ignored -> store.prune(database.workers()))
                        .map(ignored -> saved(nowHeld, hasChanged));
    }

    private Next saved(Set<ShapingKey> nowHeld, boolean hasChanged) {
        held = nowHeld;
        if (hasChanged) {
            database.changes().addToAll(ChangeTopic.QUEUE);
        }
        return Next.IDLE;
    }

    private List<LastReply> replies(ShapingKey key) {
        return List.copyOf(keyToReplies.getOrDefault(key, new ArrayDeque<>()));
    }
}
