package io.godwit.ingest;

import io.godwit.core.Failure;
import io.godwit.web.ApiResponse;
import java.util.function.Consumer;

/** The decision of a batch about one of its calls, sent to the caller only after the commit. */
sealed interface CallResult {

    /** Answers the call, or hands it to {@code requeueSlow} when it has to wait in the slow queue. */
    void complete(Consumer<PendingCall> requeueSlow);

    /** A call whose rows are among the writes, or were written by an earlier call with the same key. */
    record Accepted(PendingCall call, ApiResponse answer) implements CallResult {

        @Override
        public void complete(Consumer<PendingCall> requeueSlow) {
            call.complete(answer);
        }
    }

    /** A call that wrote nothing and may be corrected and sent again. */
    record Refused(PendingCall call, Failure failure) implements CallResult {

        @Override
        public void complete(Consumer<PendingCall> requeueSlow) {
            call.fail(failure);
        }
    }

    /**
     * A call that wrote nothing because another transaction has locked one of its contacts; it is retried in the slow queue.
     */
    record Blocked(PendingCall call) implements CallResult {

        @Override
        public void complete(Consumer<PendingCall> requeueSlow) {
            requeueSlow.accept(call);
        }
    }
}
