package io.godwit.dns;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Limits the questions in progress; further ones wait in a queue in their order. Safe for any thread. */
final class QueryLimiter {

    /** The longest queue; questions beyond it could not be answered in time anyway. */
    private static final int MAX_LINE_LENGTH = 20_000;

    private record PendingQuery(CompletableFuture<DnsReply> reply, Supplier<CompletableFuture<DnsReply>> lookup) {}

    private final int size;
    private final Queue<PendingQuery> line = new ArrayDeque<>();
    private int inUse;

    QueryLimiter(int size) {
        this.size = size;
    }

    /**
     * Runs {@code lookup} when there is capacity. Completes at the latest after {@code timeout}, then with {@link
     * DnsReply#UNKNOWN}; a lookup that is still queued then is never run.
     */
    CompletableFuture<DnsReply> query(Duration timeout, Supplier<CompletableFuture<DnsReply>> lookup) {
        var query = new PendingQuery(new CompletableFuture<>(), lookup);
        if (enter(query)) {
            start(query);
        }
        return query.reply().completeOnTimeout(DnsReply.UNKNOWN, timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    private synchronized boolean enter(PendingQuery query) {
        if (inUse < size) {
            inUse++;
            return true;
        }
        if (line.size() < MAX_LINE_LENGTH) {
            line.add(query);
        } else {
            query.reply().complete(DnsReply.UNKNOWN);
        }
        return false;
    }

    private void start(PendingQuery query) {
        var pending = query.lookup().get().whenComplete((reply, ignored) -> leave());
        var answered =
                pending.handle((reply, error) -> query.reply().complete(error == null ? reply : DnsReply.UNKNOWN));
        answered.exceptionally(ignored -> false);
    }

    private void leave() {
        nextInLine().ifPresent(this::start);
    }

    private synchronized Optional<PendingQuery> nextInLine() {
        for (var next = line.poll(); next != null; next = line.poll()) {
            if (!next.reply().isDone()) {
                return Optional.of(next);
            }
        }
        inUse--;
        return Optional.empty();
    }
}
