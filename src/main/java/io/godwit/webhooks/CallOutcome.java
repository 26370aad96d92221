package io.godwit.webhooks;

import java.time.Duration;
import java.util.Optional;

/**
 * What came of an attempt.
 *
 * @param pause until it is tried again; empty when the call has ended
 * @param error for a reader, beginning with a code
 * @param failed whether the step has failed with it: there is no answer that could stand
 * @param health what it says of the lane
 * @param closing for how long the receiver asks to be left alone; zero when it does not
 */
record CallOutcome(
        ClaimedCall call,
        Optional<Duration> pause,
        Optional<Integer> status,
        Optional<String> error,
        boolean failed,
        String response,
        Health health,
        Duration closing,
        Duration took) {

    /** Whether somebody is there who answers. */
    enum Health {
        WELL,
        ILL,
        UNKNOWN
    }

    boolean hasEnded() {
        return pause.isEmpty();
    }

    boolean isGone() {
        return health == Health.WELL && status.filter(code -> code == 410).isPresent();
    }

    boolean isSuccess() {
        return status.filter(code -> code >= 200 && code < 300).isPresent();
    }

    EndedCall ended() {
        return new EndedCall(
                call.project(),
                call.id(),
                call.execution(),
                call.visit(),
                status,
                isSuccess(),
                failed ? error : Optional.empty(),
                response,
                call.attempt());
    }
}
