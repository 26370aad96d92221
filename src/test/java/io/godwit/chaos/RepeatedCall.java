package io.godwit.chaos;

import io.godwit.chaos.Observation.Outcome;
import io.godwit.kit.ApiClient.Response;
import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The end of a call that was repeated, by its idempotency key, until somebody said yes or no.
 *
 * @param body of the last answer
 */
record RepeatedCall(Outcome outcome, JsonObject body) {

    private static final int TRIES = 8;
    private static final long BETWEEN_TRIES = TimeUnit.MILLISECONDS.toNanos(300);

    /** One try at a node. */
    interface Attempt {
        Response at(int node);
    }

    /** Asks the nodes in turn, from the one with that number on. */
    static RepeatedCall make(int first, Attempt attempt) {
        for (var tried = 0; tried < TRIES; tried++) {
            try {
                var answer = attempt.at(first + tried);
                if (answer.isOk()) {
                    return new RepeatedCall(Outcome.ACCEPTED, answer.body());
                } else if (answer.status() / 100 == 4 && answer.status() != 409 && answer.status() != 429) {
                    return new RepeatedCall(Outcome.REFUSED, answer.body());
                }
            } catch (UncheckedIOException noAnswer) {
                // The next node is asked.
            }
            LockSupport.parkNanos(BETWEEN_TRIES);
        }
        return new RepeatedCall(Outcome.UNCLEAR, new JsonObject());
    }
}
