package io.godwit.core;

import io.godwit.core.AsyncLoop.Iteration;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Repeats an action until it succeeds, with the stack and the memory of one attempt however many there are: an action that is composed
 * to its own repetition overflows the stack after an outage of some minutes ({@link AsyncLoop}).
 */
public final class Retry {

    private Retry() {}

    /**
     * Completes with the value of the first attempt that succeeds.
     *
     * @param action an attempt; its value is never null
     * @param next asked after each failure: the next attempt follows as it completes; where it fails, so does the result, without another
     */
    public static <T> Future<T> until(Supplier<Future<T>> action, Function<Throwable, Future<Void>> next) {
        return AsyncLoop.run(Optional.<T>empty(), ignored -> action.get()
                        .map(value -> Iteration.last(Optional.of(value)))
                        .recover(cause -> next.apply(cause).map(paused -> Iteration.more(Optional.empty()))))
                .map(Optional::orElseThrow);
    }
}
