package io.godwit.core;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.Function;

/**
 * Repeats a step that waits, each time after the last time has ended, with the stack and the memory of one iteration however many
 * there are. A method that composes itself to its own future instead keeps a future for each iteration, and at the end each
 * completes within the next one: with Vert.x 5.0 and a stack of 1 MB that overflowed from 2,000 iterations, and the future never
 * completed (measured 2026-11-28).
 *
 * @param <S> the state that an iteration hands to the next one
 */
public final class AsyncLoop<S> {

    private final Function<S, Future<Iteration<S>>> step;
    private final Promise<S> ended = Promise.promise();

    private AsyncLoop(Function<S, Future<Iteration<S>>> step) {
        this.step = step;
    }

    /**
     * Result of one iteration.
     *
     * @param more true when another one follows
     */
    public record Iteration<S>(S state, boolean more) {

        /** Another iteration follows. */
        public static <S> Iteration<S> more(S state) {
            return new Iteration<>(state, true);
        }

        /** The loop ends. */
        public static <S> Iteration<S> last(S state) {
            return new Iteration<>(state, false);
        }
    }

    /**
     * Calls the step with the initial state, then with the state of each iteration before. Completes with the state of the last
     * iteration; fails as the first one that fails or throws.
     */
    public static <S> Future<S> run(S initial, Function<S, Future<Iteration<S>>> step) {
        var loop = new AsyncLoop<>(step);
        loop.next(initial);
        return loop.ended.future();
    }

    /** Iterations that need not wait follow in this call. */
    private void next(S state) {
        var iteration = attempt(state);
        while (iteration.succeeded() && iteration.result().more()) {
            iteration = attempt(iteration.result().state());
        }
        iteration.onComplete(this::finish);
    }

    private Future<Iteration<S>> attempt(S state) {
        try {
            return step.apply(state);
        } catch (RuntimeException thrown) {
            return Future.failedFuture(thrown);
        }
    }

    private void finish(AsyncResult<Iteration<S>> iteration) {
        if (iteration.failed()) {
            ended.fail(iteration.cause());
        } else if (iteration.result().more()) {
            next(iteration.result().state());
        } else {
            ended.complete(iteration.result().state());
        }
    }
}
