package io.godwit.web.limits;

import io.godwit.core.id.Ids;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Holds the counts that each other node published last. Safe from any thread. */
final class PeerCounts {

    /** A node silent for three exchanges gets no share. */
    private static final long EXPIRY_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** The counts of a silent node are dropped a minute after its last message. */
    private static final long OVER = TimeUnit.MINUTES.toNanos(1);

    private final String self;
    private final LongSupplier nanos;
    private final Map<String, Report> nodeToReport = new ConcurrentHashMap<>();

    PeerCounts(String self, LongSupplier nanos) {
        this.self = self;
        this.nanos = nanos;
    }

    /** Updates the counts of a peer; returns false for this node's own counts, which the bus delivers, too. */
    boolean update(ClusterRateCounter.Counts counter) {
        if (counter.node().equals(self)) {
            return false;
        }
        nodeToReport.put(counter.node(), new Report(byKey(counter.used()), byKey(counter.open()), nanos.getAsLong()));
        return true;
    }

    private static Map<UUID, Integer> byKey(Map<String, Integer> counts) {
        var byKey = new HashMap<UUID, Integer>();
        counts.forEach((key, count) -> Ids.parse(key).ifPresent(id -> byKey.put(id, count)));
        return byKey;
    }

    /** Sums the counts that other nodes have used, and the shares that live nodes may still use. */
    int count(UUID key) {
        var now = nanos.getAsLong();
        var sum = 0;
        for (var report : nodeToReport.values()) {
            sum += report.used().getOrDefault(key, 0);
            sum += report.isFresh(now) ? report.open().getOrDefault(key, 0) : 0;
        }
        return sum;
    }

    /** Returns whether this other node has published its counts a moment ago. */
    boolean isLive(String node) {
        var report = nodeToReport.get(node);
        return report != null && report.isFresh(nanos.getAsLong());
    }

    boolean hasPeers() {
        return !nodeToReport.isEmpty();
    }

    /** An equal part; what does not divide goes to the nodes whose names come first, so that the parts add up. */
    int shareOf(int left) {
        if (nodeToReport.isEmpty()) {
            return left;
        }
        var now = nanos.getAsLong();
        var nodes = 1;
        var before = 0;
        for (var peer : nodeToReport.entrySet()) {
            if (peer.getValue().isFresh(now)) {
                nodes++;
                before += peer.getKey().compareTo(self) < 0 ? 1 : 0;
            }
        }
        return (left + nodes - 1 - before) / nodes;
    }

    void deleteExpired() {
        var now = nanos.getAsLong();
        nodeToReport.values().removeIf(report -> now - report.receivedAt() > OVER);
    }

    private record Report(Map<UUID, Integer> used, Map<UUID, Integer> open, long receivedAt) {

        boolean isFresh(long now) {
            return now - receivedAt < EXPIRY_NANOS;
        }
    }
}
