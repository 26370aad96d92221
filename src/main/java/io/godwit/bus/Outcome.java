package io.godwit.bus;

import com.fasterxml.jackson.annotation.JsonGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** A reply: what the answerer said, or how it failed. Inside a node the error is the very object that was thrown. */
record Outcome<R>(@Nullable R value, @JsonIgnore @Nullable Throwable error) {

    static <R> Outcome<R> of(AsyncResult<R> answer) {
        return new Outcome<>(answer.result(), answer.cause());
    }

    @SuppressWarnings("unchecked")
    static <R> Outcome<R> read(Object body, Class<R> type) {
        if (body instanceof Json json) {
            var answer = json.outcome(type);
            return new Outcome<>(
                    answer.value(),
                    answer.error() == null ? null : answer.error().error());
        }
        return (Outcome<R>) body;
    }

    /** The error as other nodes see it. */
    @JsonGetter("error")
    @Nullable
    Fault fault() {
        return error == null ? null : Fault.of(error);
    }

    Future<R> future() {
        return error == null ? Future.succeededFuture(value) : Future.failedFuture(error);
    }
}
