package io.godwit.sending.pipeline;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Bounds the bytes of content that are in memory as messages at once. Small content does not count: there is at most one for
 * each connection. Of the rest a recipient domain has half, or one message; so large messages to a domain that hangs leave
 * space for those to others. Domains below their half are served in the order of asking. Content larger than the whole budget
 * is composed alone.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class ContentBudget {

    /**
     * The fraction of the budget below which content is small: twenty of them, the default number of connections, take less
     * than a third of 16 MiB.
     */
    private static final int SMALL_PARTS = 64;

    private record PendingLease(String domain, long bytes, Promise<Void> granted) {}

    private final long total;
    private final Map<String, Long> domainToUsedBytes = new HashMap<>();
    private final List<PendingLease> queue = new ArrayList<>();
    private long usedBytes;

    ContentBudget(long total) {
        this.total = total;
    }

    /** Runs the work when the budget has space for it, and reserves the space until it has ended. */
    <T> Future<T> acquire(String domain, long bytes, Supplier<Future<T>> work) {
        if (bytes <= total / SMALL_PARTS) {
            return work.get();
        }
        var pending = new PendingLease(domain, Math.min(bytes, total), Promise.promise());
        queue.add(pending);
        serve();
        return pending.granted().future().compose(unused -> work.get().onComplete(ignored -> release(pending)));
    }

    private void release(PendingLease served) {
        usedBytes -= served.bytes();
        domainToUsedBytes.computeIfPresent(
                served.domain(), (ignored, bytes) -> bytes == served.bytes() ? null : bytes - served.bytes());
        serve();
    }

    private void serve() {
        var served = new ArrayList<PendingLease>();
        for (var next : List.copyOf(queue)) {
            if (isWithinShare(next)) {
                if (usedBytes + next.bytes() > total) {
                    break;
                }
                usedBytes += next.bytes();
                domainToUsedBytes.merge(next.domain(), next.bytes(), Long::sum);
                served.add(next);
            }
        }
        queue.removeAll(served);
        served.forEach(next -> next.granted().complete());
    }

    private boolean isWithinShare(PendingLease next) {
        var used = domainToUsedBytes.getOrDefault(next.domain(), 0L);
        return used == 0 || used + next.bytes() <= total / 2;
    }
}
