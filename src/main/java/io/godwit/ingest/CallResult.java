package io.godwit.ingest;

import io.godwit.core.Failure;
import io.godwit.web.ApiResponse;
import java.util.function.Consumer;

/** What a batch decided about one of its calls; told to the caller only after the commit. */
sealed interface CallResult {

    /** Answers the call, or hands it to {@code detour} when it has to wait elsewhere. */
    void complete(Consumer<PendingCall> detour);

    /** Its rows are among the writes, or are there from an earlier time. */
    record Accepted(PendingCall call, ApiResponse answer) implements CallResult {

        @Override
        public void complete(Consumer<PendingCall> detour) {
            call.complete(answer);
        }
    }

    /** Wrote nothing, and may be corrected and sent again. */
    record Refused(PendingCall call, Failure failure) implements CallResult {

        @Override
        public void complete(Consumer<PendingCall> detour) {
            call.fail(failure);
        }
    }

    /** Somebody else holds one of its contacts; it wrote nothing and is tried again where waiting hurts nobody. */
    record Blocked(PendingCall call) implements CallResult {

        @Override
        public void complete(Consumer<PendingCall> detour) {
            detour.accept(call);
        }
    }
}
