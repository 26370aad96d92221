package io.godwit.sending.results;

import io.godwit.db.Columns;
import io.godwit.sending.attempt.AttemptOutcome;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.attempt.WaitingRefusal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * An outcome to be recorded in the tables.
 *
 * @param subject as the message has it, without the values that must not be kept; empty: the unrendered one is logged
 * @param at the time of the outcome, by this node's clock
 * @param refusal by which the email ends when its pause is over
 */
record AttemptResult(
        ClaimedEmail claimed,
        AttemptOutcome outcome,
        Optional<String> subject,
        Instant at,
        Optional<WaitingRefusal> refusal) {

    AttemptResult(ClaimedEmail claimed, AttemptOutcome outcome, Optional<String> subject, Instant at) {
        this(claimed, outcome, subject, at, Optional.empty());
    }

    /** Returns the time that has passed since the outcome, in seconds; 0 when the clock was set back meanwhile. */
    double secondsAgo() {
        return Math.max(0, Columns.seconds(Duration.between(at, Instant.now())));
    }
}
