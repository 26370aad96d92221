package io.godwit.webhooks;

import java.time.Duration;
import java.util.Optional;

/**
 * The result of an attempt.
 *
 * @param pause the pause before the next attempt; empty when the call has ended
 * @param error a sentence for the user, beginning with a code
 * @param failed true: the step of the workflow fails, because there is no final answer
 * @param health the state of the endpoint, as far as this attempt tells
 * @param retryAfter the time the receiver asks for in {@code Retry-After}; zero without it
 */
record CallOutcome(
        ClaimedCall call,
        Optional<Duration> pause,
        Optional<Integer> status,
        Optional<String> error,
        boolean failed,
        String response,
        Health health,
        Duration retryAfter,
        Duration duration) {

    /** The state of an endpoint: it answers, it does not, or the attempt does not tell. */
    enum Health {
        HEALTHY,
        FAILING,
        UNKNOWN
    }

    boolean hasEnded() {
        return pause.isEmpty();
    }

    boolean isGone() {
        return health == Health.HEALTHY && status.filter(code -> code == 410).isPresent();
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

    /** The end of a call whose result the database refuses: nothing of the answer, because it may be what is refused. */
    EndedCall endedWithoutResult() {
        return new EndedCall(
                call.project(),
                call.id(),
                call.execution(),
                call.visit(),
                Optional.empty(),
                false,
                Optional.of("RESULT_NOT_RECORDED: The database refused the result of attempt " + call.attempt() + "."),
                "",
                call.attempt());
    }
}
