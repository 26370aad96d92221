package io.godwit.core;

import io.godwit.core.AsyncLoop.Iteration;
import io.vertx.core.Future;
import java.util.Optional;
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
     * @param pause asked after each failure: the next attempt follows as it completes; where it fails, so does the result, without another
     */
    public static <T> Future<T> until(Supplier<Future<T>> action, Pause pause) {
        return AsyncLoop.run(new State<T>(0, Optional.empty()), state -> action.get()
                        .map(value -> Iteration.last(new State<>(state.failures(), Optional.of(value))))
                        .recover(cause -> pause.after(state.failures() + 1, cause)
                                .map(ignored -> Iteration.more(new State<>(state.failures() + 1, Optional.empty())))))
                .map(state -> state.value().orElseThrow());
    }

    private record State<T>(int failures, Optional<T> value) {}

    /** The time between two attempts. */
    @FunctionalInterface
    public interface Pause {

        /**
         * Completes when the next attempt may follow; fails for a cause that another attempt cannot mend.
         *
         * @param failures the number of attempts that have failed, at least 1
         */
        Future<Void> after(int failures, Throwable cause);
    }
}
