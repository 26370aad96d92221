package io.godwit.ingest;

import io.godwit.web.Answer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.TimeUnit;

/** A call that waits for its answer. Touched only on its verticle's context. */
final class Pending {

    private final Entry entry;
    private final Promise<Answer> answer = Promise.promise();
    private final long since = System.nanoTime();
    private boolean admitted;

    Pending(Entry entry) {
        this.entry = entry;
    }

    Entry entry() {
        return entry;
    }

    Future<Answer> future() {
        return answer.future();
    }

    void complete(Answer success) {
        answer.tryComplete(success);
    }

    void fail(Throwable cause) {
        answer.tryFail(cause);
    }

    long waitedMillis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
    }

    /** Whether its new contact has been counted against its client; a repeated attempt is not counted again. */
    boolean admitted() {
        return admitted;
    }

    void admit() {
        admitted = true;
    }
}
