package io.godwit.dns;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Lets only so many questions be under way; the others wait in line, in their order. Safe for any thread. */
final class Slots {

    /** More than this many waiting could not be answered in time anyway. */
    private static final int LONGEST_LINE = 20_000;

    private record Turn(CompletableFuture<Reply> reply, Supplier<CompletableFuture<Reply>> question) {}

    private final int size;
    private final Queue<Turn> line = new ArrayDeque<>();
    private int taken;

    Slots(int size) {
        this.size = size;
    }

    /**
     * The answer of {@code question} once it is its turn. Completes at the latest after {@code patience}, then with
     * {@link Reply#UNKNOWN}; a question whose time is over before its turn is never asked.
     */
    CompletableFuture<Reply> ask(Duration patience, Supplier<CompletableFuture<Reply>> question) {
        var turn = new Turn(new CompletableFuture<>(), question);
        if (enter(turn)) {
            take(turn);
        }
        return turn.reply().completeOnTimeout(Reply.UNKNOWN, patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    private synchronized boolean enter(Turn turn) {
        if (taken < size) {
            taken++;
            return true;
        }
        if (line.size() < LONGEST_LINE) {
            line.add(turn);
        } else {
            turn.reply().complete(Reply.UNKNOWN);
        }
        return false;
    }

    private void take(Turn turn) {
        var asked = turn.question().get().whenComplete((reply, error) -> leave());
        var answered = asked.handle((reply, error) -> turn.reply().complete(error == null ? reply : Reply.UNKNOWN));
        answered.exceptionally(never -> false);
    }

    private void leave() {
        nextInLine().ifPresent(this::take);
    }

    private synchronized Optional<Turn> nextInLine() {
        for (var next = line.poll(); next != null; next = line.poll()) {
            if (!next.reply().isDone()) {
                return Optional.of(next);
            }
        }
        taken--;
        return Optional.empty();
    }
}
