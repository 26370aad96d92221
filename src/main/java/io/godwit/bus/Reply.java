package io.godwit.bus;

import com.fasterxml.jackson.annotation.JsonGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** A handler's reply: its value, or its error. Inside a node the error is the very object that was thrown. */
record Reply<R>(@Nullable R value, @JsonIgnore @Nullable Throwable error) {

    static <R> Reply<R> of(AsyncResult<R> answer) {
        return new Reply<>(answer.result(), answer.cause());
    }

    @SuppressWarnings("unchecked")
    static <R> Reply<R> read(Object body, Class<R> type) {
        if (body instanceof UnparsedMessage unparsed) {
            var answer = unparsed.outcome(type);
            return new Reply<>(
                    answer.value(),
                    answer.error() == null ? null : answer.error().error());
        }
        return (Reply<R>) body;
    }

    /** The error as other nodes see it. */
    @JsonGetter("error")
    @Nullable
    RemoteError fault() {
        return error == null ? null : RemoteError.of(error);
    }

    Future<R> future() {
        return error == null ? Future.succeededFuture(value) : Future.failedFuture(error);
    }
}
