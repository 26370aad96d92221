package io.godwit.sending.log;

/** The outcome of an attempt, as the column {@code email_attempts.outcome} has it. */
enum LoggedOutcome {
    SENT,
    DEFERRED,
    BOUNCED,
    FAILED,
    /** The connection was lost before the reply to the final dot. */
    UNCLEAR,
    /** The node stopped before it could record the outcome. */
    IN_DOUBT
}
