package io.godwit.core;

import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/** A promise that may be answered from any context and whose future completes on the context it was made on. */
public final class ContextPromise<T> {

    private final Context context;
    private final Promise<T> promise = Promise.promise();

    private ContextPromise(Context context) {
        this.context = context;
    }

    /** Makes a promise for the caller's context. */
    public static <T> ContextPromise<T> here(Vertx vertx) {
        return new ContextPromise<>(vertx.getOrCreateContext());
    }

    /** Returns a future that ends as the given one does, but on the caller's context. */
    public static <T> Future<T> onCallersContext(Vertx vertx, Future<T> future) {
        var promise = ContextPromise.<T>here(vertx);
        future.onComplete(promise::answer);
        return promise.future();
    }

    /** Completes on the context the promise was made on. */
    public Future<T> future() {
        return promise.future();
    }

    /** Answers the promise from any thread; the first answer counts. */
    public void answer(AsyncResult<T> answer) {
        context.runOnContext(ignored -> deliver(answer));
    }

    private void deliver(AsyncResult<T> answer) {
        if (answer.succeeded()) {
            promise.tryComplete(answer.result());
        } else {
            promise.tryFail(answer.cause());
        }
    }
}
