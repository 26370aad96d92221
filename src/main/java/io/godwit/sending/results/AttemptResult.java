package io.godwit.sending.results;

import io.godwit.sending.AttemptOutcome;
import io.godwit.sending.ClaimedEmail;
import io.godwit.sending.HeldRefusal;
import java.time.Instant;
import java.util.Optional;

/**
 * A verdict on its way into the tables.
 *
 * @param subject as the message showed it, without the values that must not be kept; empty: the unrendered one is logged
 * @param at when it came, by this node's clock
 * @param refusal by which the email ends when its pause is over
 */
record AttemptResult(
        ClaimedEmail ticket,
        AttemptOutcome verdict,
        Optional<String> subject,
        Instant at,
        Optional<HeldRefusal> refusal) {

    AttemptResult(ClaimedEmail ticket, AttemptOutcome verdict, Optional<String> subject, Instant at) {
        this(ticket, verdict, subject, at, Optional.empty());
    }
}
