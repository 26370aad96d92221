package io.godwit.tracking;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * Distinguishes a client's first hit from its repeats within a minute: a picture requested a thousand times in a second is one
 * event and a count. Hits of one client beyond its limit per minute are not recorded at all. Each node watches for itself; what
 * several nodes took for a first, {@link RepeatMarker} joins. All its state belongs to one context.
 */
final class RepeatDetector {

    private static final long WINDOW = RepeatMarker.WINDOW.toNanos();

    /**
     * Max first hits of one client per minute. The image proxies of large mailbox providers open for thousands of recipients.
     */
    static final int MAX_OF_CLIENT = 6_000;

    /** Max watched hits, some 20 MB; beyond them every hit counts as a first, within its client's limit. */
    private static final int MAX_WATCHED = 100_000;

    /**
     * The identity of a hit. It includes the class: a person behind the same address as a scanner is not one of the scanner's
     * repeats.
     */
    private record Key(EmailId email, Hit.Kind kind, Optional<String> link, HitClass visitorClass, UUID client) {}

    private static final class Window {

        private final Hit first;
        private long since;
        private int repeats;

        private Window(Hit first, long since) {
            this.first = first;
            this.since = since;
        }
    }

    private final LongSupplier nanos;
    private final Map<Key, Window> windows = new HashMap<>();
    private final Map<UUID, Integer> clientToFirsts = new HashMap<>();
    private long minute;

    RepeatDetector(LongSupplier nanos) {
        this.nanos = nanos;
        this.minute = nanos.getAsLong();
    }

    /**
     * Returns whether the hit is to be recorded by itself; otherwise it is counted as a repeat, or beyond the client's limit.
     */
    boolean isFirst(Hit hit, UUID client) {
        var now = nanos.getAsLong();
        var key = new Key(hit.email(), hit.kind(), hit.link(), hit.visitorClass(), client);
        var window = windows.get(key);
        if (window != null && now - window.since < WINDOW) {
            window.repeats++;
            return false;
        }
        if (now - minute >= WINDOW) {
            clientToFirsts.clear();
            minute = now;
        }
        if (clientToFirsts.merge(client, 1, Integer::sum) > MAX_OF_CLIENT) {
            return false;
        }
        if (window != null) {
            window.since = now;
        } else if (windows.size() < MAX_WATCHED) {
            windows.put(key, new Window(hit, now));
        }
        return true;
    }

    boolean isWatching() {
        return !windows.isEmpty();
    }

    /** Returns the repeats since the last call, one hit for each watched one, and forgets expired entries. */
    List<Hit> drain() {
        var now = nanos.getAsLong();
        var repeated = new ArrayList<Hit>();
        windows.values().removeIf(window -> {
            if (window.repeats > 0) {
                repeated.add(window.first.repeated(Ids.next(), window.repeats));
                window.repeats = 0;
            }
            return now - window.since >= WINDOW;
        });
        return repeated;
    }
}
