package io.godwit.ingest;

import io.godwit.contacts.BatchContact;
import io.godwit.web.ApiResponse;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.stream.Stream;

/** A call that waits for its answer. Touched only on its verticle's context. */
final class PendingCall {

    /**
     * Max waiting time: shorter than the timeouts of the bus and of most clients, with time left for a round that hangs.
     */
    private static final Duration TIMEOUT = Duration.ofSeconds(4);

    private final IngestCall call;
    private final long number;
    private final long bytes;
    private final Promise<ApiResponse> response = Promise.promise();
    private final long since = System.nanoTime();
    private boolean admitted;

    /** @param number grows with each call of the batcher */
    PendingCall(IngestCall call, long number) {
        this.call = call;
        this.number = number;
        this.bytes = call.bytes();
    }

    IngestCall entry() {
        return call;
    }

    /** Returns about how many bytes the call holds while it waits. */
    long bytes() {
        return bytes;
    }

    /** Returns the number by which the calls of a batcher are in the order they arrived in. */
    long number() {
        return number;
    }

    /** Returns the contacts of the call; one may occur twice. */
    Stream<BatchContact.Key> contacts() {
        var project = call.tenant().project();
        return call.changes().stream().map(change -> new BatchContact.Key(project, change.email()));
    }

    Future<ApiResponse> future() {
        return response.future();
    }

    void complete(ApiResponse success) {
        response.tryComplete(success);
    }

    void fail(Throwable cause) {
        response.tryFail(cause);
    }

    /** Returns the moment since which the call waits, of {@link System#nanoTime}. */
    long since() {
        return since;
    }

    /** Returns whether the call has waited so long that its caller should be told to retry. */
    boolean isExpired() {
        return System.nanoTime() - since > TIMEOUT.toNanos();
    }

    /** Returns whether the call's contact has been counted against its client; a retry is not counted again. */
    boolean admitted() {
        return admitted;
    }

    void admit() {
        admitted = true;
    }
}
