package io.godwit.core;

import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/** Somebody who waits for an answer that is made on another context; it is handed over on the waiter's own. */
public final class ContextPromise<T> {

    private final Context context;
    private final Promise<T> promise = Promise.promise();

    private ContextPromise(Context context) {
        this.context = context;
    }

    /** Waits on the caller's context. */
    public static <T> ContextPromise<T> here(Vertx vertx) {
        return new ContextPromise<>(vertx.getOrCreateContext());
    }

    /** Completes on the context that waits. */
    public Future<T> future() {
        return promise.future();
    }

    /** May be called from anywhere; the first answer counts. */
    public void answer(AsyncResult<T> answer) {
        context.runOnContext(here -> handOver(answer));
    }

    private void handOver(AsyncResult<T> answer) {
        if (answer.succeeded()) {
            promise.tryComplete(answer.result());
        } else {
            promise.tryFail(answer.cause());
        }
    }
}
