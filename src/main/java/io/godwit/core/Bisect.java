package io.godwit.core;

import io.vertx.core.Future;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Isolates the items that make a batch fail: a failed batch is halved until the failing item is alone, so that all others are
 * done. {@code n} items with one bad one take at most {@code 2 * log2(n) + 1} attempts.
 *
 * @param work does a batch in one transaction, or nothing of it
 * @param isAboutItems true for a failure that another batch may not have; false for one that ends the whole
 * @param onPoison handles an item that fails alone
 * @param join puts the results of two halves together, in the order of the items
 */
public record Bisect<T, R>(
        Function<List<T>, Future<R>> work,
        Predicate<Throwable> isAboutItems,
        BiFunction<T, Throwable, Future<R>> onPoison,
        BinaryOperator<R> join) {

    /** Completes when every item is done or given up; the two halves run one after the other. The batch must not be empty. */
    public Future<R> apply(List<T> batch) {
        return work.apply(batch)
                .recover(cause -> isAboutItems.test(cause) ? isolate(batch, cause) : Future.failedFuture(cause));
    }

    private Future<R> isolate(List<T> batch, Throwable cause) {
        if (batch.size() == 1) {
            return onPoison.apply(batch.get(0), cause);
        }
        var middle = batch.size() / 2;
        return apply(batch.subList(0, middle))
                .compose(first -> apply(batch.subList(middle, batch.size())).map(second -> join.apply(first, second)));
    }
}
