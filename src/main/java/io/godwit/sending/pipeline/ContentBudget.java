package io.godwit.sending.pipeline;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Bounds how much content is in memory as messages at once. Small content does not count: there is at most one for each connection.
 * Of the rest a recipient domain has half, or one message; so large messages to a domain that hangs leave room for those to others.
 * Who has not used up his half is served in the order of asking. What is larger than the whole budget goes alone.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class ContentBudget {

    /** Twenty of them, as many as there are connections by default, take less than a third of 16 MiB. */
    private static final int SMALL_PARTS = 64;

    private record PendingLease(String domain, long bytes, Promise<Void> turn) {}

    private final long total;
    private final Map<String, Long> domainToTaken = new HashMap<>();
    private final List<PendingLease> queue = new ArrayList<>();
    private long taken;

    ContentBudget(long total) {
        this.total = total;
    }

    /** Does the work when there is room for it, and holds the room until it has ended. */
    <T> Future<T> acquire(String domain, long bytes, Supplier<Future<T>> work) {
        if (bytes <= total / SMALL_PARTS) {
            return work.get();
        }
        var waiting = new PendingLease(domain, Math.min(bytes, total), Promise.promise());
        queue.add(waiting);
        serve();
        return waiting.turn().future().compose(turn -> work.get().onComplete(ended -> release(waiting)));
    }

    private void release(PendingLease served) {
        taken -= served.bytes();
        domainToTaken.computeIfPresent(
                served.domain(), (domain, bytes) -> bytes == served.bytes() ? null : bytes - served.bytes());
        serve();
    }

    private void serve() {
        var served = new ArrayList<PendingLease>();
        for (var next : List.copyOf(queue)) {
            if (isWithinShare(next)) {
                if (taken + next.bytes() > total) {
                    break;
                }
                taken += next.bytes();
                domainToTaken.merge(next.domain(), next.bytes(), Long::sum);
                served.add(next);
            }
        }
        queue.removeAll(served);
        served.forEach(next -> next.turn().complete());
    }

    private boolean isWithinShare(PendingLease next) {
        var used = domainToTaken.getOrDefault(next.domain(), 0L);
        return used == 0 || used + next.bytes() <= total / 2;
    }
}
