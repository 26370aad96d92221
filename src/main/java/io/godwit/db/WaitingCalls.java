package io.godwit.db;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Calls that wait for PostgreSQL, which fail together when it has fallen silent. Safe to use from any thread. */
final class WaitingCalls {

    private final Set<WaitingCall> calls = ConcurrentHashMap.newKeySet();

    /** A call, and the context it was made on. */
    private record WaitingCall(@Nullable Context context, Promise<?> result) {

        private void fail(Throwable cause) {
            if (context == null) {
                result.tryFail(cause);
            } else {
                context.runOnContext(ignored -> result.tryFail(cause));
            }
        }
    }

    /** Completes as the work does, or fails with the next {@link #failAll}; a later result is dropped. */
    <T> Future<T> add(Future<T> work) {
        if (work.isComplete()) {
            return work;
        }
        var result = Promise.<T>promise();
        var call = new WaitingCall(Vertx.currentContext(), result);
        calls.add(call);
        work.onComplete(ignored -> calls.remove(call))
                .onSuccess(result::tryComplete)
                .onFailure(result::tryFail);
        return result.future();
    }

    /** Fails all calls that wait, each on its own context. */
    void failAll(Throwable cause) {
        calls.forEach(call -> call.fail(cause));
    }
}
