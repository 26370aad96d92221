package io.godwit.smtp;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;

/** Lends lines, first come first served; the queue of those who wait has a bound. Safe from any thread. */
final class Slots {

    private final Deque<Line> free = new ArrayDeque<>();
    private final Deque<Promise<Line>> waiting = new ArrayDeque<>();
    private final int maxWaiting;

    Slots(Collection<Line> lines, int maxWaiting) {
        this.free.addAll(lines);
        this.maxWaiting = maxWaiting;
    }

    /** Fails at once when too many wait already. The line lent last is lent again first, so that quiet times close the rest. */
    synchronized Future<Line> take() {
        if (!free.isEmpty()) {
            return Future.succeededFuture(free.pop());
        } else if (waiting.size() >= maxWaiting) {
            return Future.failedFuture(
                    new SmtpFailure(Stage.CONNECT, Optional.empty(), "Too many messages wait for the mail server"));
        }
        var turn = Promise.<Line>promise();
        waiting.add(turn);
        return turn.future();
    }

    void giveBack(Line line) {
        next(line).ifPresent(turn -> turn.complete(line));
    }

    private synchronized Optional<Promise<Line>> next(Line line) {
        var turn = Optional.ofNullable(waiting.poll());
        if (turn.isEmpty()) {
            free.push(line);
        }
        return turn;
    }
}
