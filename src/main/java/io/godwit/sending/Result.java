package io.godwit.sending;

import java.time.Instant;
import java.util.Optional;

/**
 * A verdict on its way into the tables.
 *
 * @param subject as the message showed it, without the values that must not be kept; empty: the unrendered one is logged
 * @param at when it came, by this node's clock
 * @param refusal by which the email ends when its pause is over
 */
record Result(Ticket ticket, Verdict verdict, Optional<String> subject, Instant at, Optional<HeldRefusal> refusal) {

    Result(Ticket ticket, Verdict verdict, Optional<String> subject, Instant at) {
        this(ticket, verdict, subject, at, Optional.empty());
    }
}
