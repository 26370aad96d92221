package io.godwit.web.limits;

import io.godwit.bus.Bus;
import io.godwit.bus.Topic;
import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.id.Ids;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts requests of the last minute over all nodes. Each node counts its own and publishes its counts once a second, and 10 ms
 * after a share was opened or used up; each admits its share of what is left. Safe from any thread.
 *
 * <p>Time is the monotonic clock's: a clock that is set does not lift a limit.
 */
final class ClusterRateCounter implements SlidingWindow.Allocator {

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final long PUBLISH_DELAY_MILLIS = 10;

    /** Longer than two nodes that meet need to tell each other what they have given up. */
    private static final long MEETING_MILLIS = 50;

    /** Windows that are shared once there are too many. */
    private static final int SHARED = 1_000;

    private final String node = Ids.next().toString();
    private final Topic<Counts> topic;
    private final int slots;
    private final int max;
    private final LongSupplier nanos;
    private final PeerCounts peers;
    private final Map<UUID, SlidingWindow> windows = new ConcurrentHashMap<>();
    private final AtomicBoolean publishScheduled = new AtomicBoolean();
    private volatile @Nullable CountsTransport transport;

    /**
     * @param address where the nodes exchange their counts
     * @param slots into how many parts the minute is cut
     * @param max windows kept at once; subjects beyond them share 1,000 further windows
     */
    ClusterRateCounter(String address, int slots, int max, LongSupplier nanos) {
        this.topic = new Topic<>(address, Counts.class);
        this.slots = slots;
        this.max = max;
        this.nanos = nanos;
        this.peers = new PeerCounts(node, nanos);
    }

    /** Begins the exchange, on the caller's context. */
    PollLoop start(Vertx vertx, Bus bus) {
        transport = new CountsTransport(vertx, bus);
        var loop = PollLoop.start(vertx, topic.address(), PAUSE, this::exchange);
        bus.listen(topic, counts -> onCounts(counts, loop, vertx));
        return loop;
    }

    SlidingWindow.CountResult admit(UUID subject, int limit) {
        while (true) {
            var key = keyOf(subject);
            var window = windowOf(key, limit);
            var result = window.admit(slot(), limit);
            if (result != null) {
                return result;
            }
            windows.remove(key, window);
        }
    }

    /** The subject itself, or the one it shares a window with; the version tells that from any other id. */
    private UUID keyOf(UUID subject) {
        return windows.size() < max || windows.containsKey(subject)
                ? subject
                : new UUID(0, Math.floorMod(subject.hashCode(), SHARED));
    }

    boolean hasPeers() {
        return peers.hasPeers();
    }

    private SlidingWindow windowOf(UUID key, int limit) {
        var window = windows.get(key);
        if (window != null) {
            return window;
        }
        onShareUsed();
        return windows.computeIfAbsent(key, fresh -> new SlidingWindow(slots, limit, slot(), peers.count(fresh), this));
    }

    private long slot() {
        return nanos.getAsLong() / (TimeUnit.MINUTES.toNanos(1) / slots);
    }

    @Override
    public int shareOf(int left) {
        return peers.shareOf(left);
    }

    @Override
    public void onShareUsed() {
        var open = transport;
        if (open != null && peers.hasPeers() && publishScheduled.compareAndSet(false, true)) {
            open.vertx().setTimer(PUBLISH_DELAY_MILLIS, ignored -> schedulePublish(open));
        }
    }

    private void schedulePublish(CountsTransport open) {
        publishScheduled.set(false);
        open.bus().publish(topic, counts());
    }

    private Future<Next> exchange() {
        var slot = slot();
        peers.deleteExpired();
        windows.values().removeIf(window -> window.closeIfIdle(slot));
        windows.forEach((key, window) -> window.deal(slot, peers.count(key)));
        var open = transport;
        if (open != null) {
            open.bus().publish(topic, counts());
        }
        return Future.succeededFuture(Next.IDLE);
    }

    private Counts counts() {
        var used = new HashMap<String, Integer>();
        var open = new HashMap<String, Integer>();
        windows.forEach((key, window) -> {
            used.put(key.toString(), window.used());
            open.put(key.toString(), window.open());
        });
        return new Counts(node, used, open);
    }

    /**
     * A node that was alone has opened all that is left of each limit, and one that meets it, at its start or at the end of a
     * split, would have nothing to admit until each has computed its shares once more: both do so at once, and again when they
     * have heard what the other gave up.
     */
    private void onCounts(Counts counts, PollLoop loop, Vertx vertx) {
        var meets = !peers.isLive(counts.node());
        if (peers.update(counts)) {
            windows.forEach((key, window) -> window.updateElsewhere(peers.count(key)));
            if (meets) {
                loop.wake();
                vertx.setTimer(MEETING_MILLIS, ignored -> loop.wake());
            }
        }
    }

    /** The Vert.x instance and the bus that counts are exchanged over. */
    private record CountsTransport(Vertx vertx, Bus bus) {}

    /**
     * The counts of one node within the last minute.
     *
     * @param open the number it may still admit before shares are computed again; counted as used, or a limit would be
     *     exceeded by the number admitted since the last message
     */
    record Counts(String node, Map<String, Integer> used, Map<String, Integer> open) {

        Counts {
            used = Map.copyOf(used);
            open = Map.copyOf(open);
        }
    }
}
