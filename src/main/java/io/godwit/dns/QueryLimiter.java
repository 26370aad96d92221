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
    private static final int LONGEST_LINE = 20_000;

    private record PendingQuery(CompletableFuture<DnsReply> reply, Supplier<CompletableFuture<DnsReply>> question) {}

    private final int size;
    private final Queue<PendingQuery> line = new ArrayDeque<>();
    private int taken;

    QueryLimiter(int size) {
        this.size = size;
    }

    /**
     * Asks {@code question} when there is capacity. Completes at the latest after {@code patience}, then with {@link
     * DnsReply#UNKNOWN}; a question that is still queued then is never asked.
     */
    CompletableFuture<DnsReply> ask(Duration patience, Supplier<CompletableFuture<DnsReply>> question) {
        var turn = new PendingQuery(new CompletableFuture<>(), question);
        if (enter(turn)) {
            start(turn);
        }
        return turn.reply().completeOnTimeout(DnsReply.UNKNOWN, patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    private synchronized boolean enter(PendingQuery turn) {
        if (taken < size) {
            taken++;
            return true;
        }
        if (line.size() < LONGEST_LINE) {
            line.add(turn);
        } else {
            turn.reply().complete(DnsReply.UNKNOWN);
        }
        return false;
    }

    private void start(PendingQuery turn) {
        var asked = turn.question().get().whenComplete((reply, error) -> leave());
        var answered = asked.handle((reply, error) -> turn.reply().complete(error == null ? reply : DnsReply.UNKNOWN));
        answered.exceptionally(never -> false);
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
        taken--;
        return Optional.empty();
    }
}
