package io.godwit.core;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Limits the time a future may take. On a context its own timers are used: {@link Future#timeout} of a future without a context
 * takes Netty's one global thread, which costs a lock and two thread switches each time (4 % of what ingestion costs the JVM,
 * measured 2026-11-21).
 */
public final class Timeouts {

    private Timeouts() {}

    /** Completes as the work does, or fails with a {@link TimeoutException} at the limit; a later result is dropped. */
    public static <T> Future<T> within(Duration limit, Future<T> work) {
        if (work.isComplete()) {
            return work;
        }
        var context = Vertx.currentContext();
        return context == null ? work.timeout(limit.toMillis(), TimeUnit.MILLISECONDS) : within(context, limit, work);
    }

    private static <T> Future<T> within(Context context, Duration limit, Future<T> work) {
        var answer = Promise.<T>promise();
        var vertx = context.owner();
        var timer = vertx.setTimer(
                limit.toMillis(), ignored -> answer.tryFail(new TimeoutException("No answer within " + limit)));
        work.onComplete(ignored -> vertx.cancelTimer(timer))
                .onSuccess(answer::tryComplete)
                .onFailure(answer::tryFail);
        return answer.future();
    }
}
