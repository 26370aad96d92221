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
    private static final long SOON_MILLIS = 10;

    /** Windows that are shared once there are too many. */
    private static final int SHARED = 1_000;

    private final String node = Ids.next().toString();
    private final Topic<Counts> news;
    private final int slots;
    private final int most;
    private final LongSupplier nanos;
    private final PeerCounts peers;
    private final Map<UUID, SlidingWindow> windows = new ConcurrentHashMap<>();
    private final AtomicBoolean soon = new AtomicBoolean();
    private volatile @Nullable CountsTransport link;

    /**
     * @param address where the nodes exchange their counts
     * @param slots into how many parts the minute is cut
     * @param most windows kept at once; subjects beyond them share 1,000 further windows
     */
    ClusterRateCounter(String address, int slots, int most, LongSupplier nanos) {
        this.news = new Topic<>(address, Counts.class);
        this.slots = slots;
        this.most = most;
        this.nanos = nanos;
        this.peers = new PeerCounts(node, nanos);
    }

    /** Begins the exchange, on the caller's context. */
    PollLoop start(Vertx vertx, Bus bus) {
        link = new CountsTransport(vertx, bus);
        bus.listen(news, this::onCounts);
        return PollLoop.start(vertx, news.address(), PAUSE, this::exchange);
    }

    SlidingWindow.CountResult admit(UUID subject, int limit) {
        while (true) {
            var key = keyOf(subject);
            var window = windowOf(key, limit);
            var tally = window.admit(slot(), limit);
            if (tally != null) {
                return tally;
            }
            windows.remove(key, window);
        }
    }

    void add(UUID subject, int count, int limit) {
        var key = keyOf(subject);
        var window = windowOf(key, limit);
        while (!window.add(slot(), count)) {
            windows.remove(key, window);
            window = windowOf(key, limit);
        }
    }

    boolean isBelowLimit(UUID subject) {
        var window = windows.get(keyOf(subject));
        return window == null || window.isBelowLimit(slot());
    }

    /** The subject itself, or the one it shares a window with; the version tells that from any other id. */
    private UUID keyOf(UUID subject) {
        return windows.size() < most || windows.containsKey(subject)
                ? subject
                : new UUID(0, Math.floorMod(subject.hashCode(), SHARED));
    }

    boolean knowsOthers() {
        return peers.areThere();
    }

    private SlidingWindow windowOf(UUID key, int limit) {
        var window = windows.get(key);
        if (window != null) {
            return window;
        }
        spent();
        return windows.computeIfAbsent(key, fresh -> new SlidingWindow(slots, limit, slot(), peers.taken(fresh), this));
    }

    private long slot() {
        return nanos.getAsLong() / (TimeUnit.MINUTES.toNanos(1) / slots);
    }

    @Override
    public int shareOf(int left) {
        return peers.shareOf(left);
    }

    @Override
    public void spent() {
        var open = link;
        if (open != null && peers.areThere() && soon.compareAndSet(false, true)) {
            open.vertx().setTimer(SOON_MILLIS, fired -> publishSoon(open));
        }
    }

    private void publishSoon(CountsTransport open) {
        soon.set(false);
        open.bus().publish(news, counts());
    }

    private Future<Next> exchange() {
        var slot = slot();
        peers.forgetTheGone();
        windows.values().removeIf(window -> window.closeIfIdle(slot));
        windows.forEach((key, window) -> window.deal(slot, peers.taken(key)));
        var open = link;
        if (open != null) {
            open.bus().publish(news, counts());
        }
        return Future.succeededFuture(Next.REST);
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

    private void onCounts(Counts counts) {
        if (peers.update(counts)) {
            windows.forEach((key, window) -> window.updateElsewhere(peers.taken(key)));
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
