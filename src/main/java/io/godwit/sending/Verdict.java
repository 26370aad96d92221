package io.godwit.sending;

import io.godwit.bounces.Refusal;
import io.godwit.smtp.Reply;
import java.time.Duration;
import java.util.Optional;

/**
 * How one attempt ended and what follows from it: the email ends, or it is tried {@code again} later.
 *
 * @param outcome of the attempt; empty when there was none worth a line in the log
 * @param end empty: not yet
 * @param stage where it failed, as the attempt log names it
 * @param reason a sentence for a reader
 * @param again from now, when it has not ended
 * @param refusal what the reply means; empty without one
 */
record Verdict(
        Optional<Outcome> outcome,
        Optional<End> end,
        String stage,
        Optional<Reply> reply,
        String reason,
        Duration again,
        Optional<Refusal> refusal) {

    /** What the attempt log says. */
    enum Outcome {
        SENT,
        DEFERRED,
        BOUNCED,
        FAILED,
        UNCLEAR
    }

    /** What becomes of the email, unless somebody else has written more into the log meanwhile. */
    enum End {
        SENT,
        BOUNCED,
        FAILED,
        SUPPRESSED,
        CANCELLED
    }

    /** Whether the address is never to be mailed again. */
    boolean deadAddress() {
        return end.isPresent()
                && refusal.filter(told -> told.proof() == Refusal.Proof.POSITIVE)
                        .isPresent();
    }

    private static final String NO_DIALOGUE = "RENDER";

    static Verdict sent(Reply reply) {
        return new Verdict(
                Optional.of(Outcome.SENT),
                Optional.of(End.SENT),
                "DOT",
                Optional.of(reply),
                "",
                Duration.ZERO,
                Optional.empty());
    }

    /** Ends without having been tried. */
    static Verdict dropped(End end, String reason) {
        return new Verdict(
                Optional.empty(),
                Optional.of(end),
                NO_DIALOGUE,
                Optional.empty(),
                reason,
                Duration.ZERO,
                Optional.empty());
    }

    /** Given up, because its sender died over it again and again. */
    static Verdict parked(int crashes) {
        return dropped(
                End.FAILED,
                "The server stopped " + crashes
                        + " times while sending this email; whether a copy went out is unknown");
    }

    /** Cannot be made into a message, now or ever. */
    static Verdict unsendable(String reason) {
        return new Verdict(
                Optional.of(Outcome.FAILED),
                Optional.of(End.FAILED),
                NO_DIALOGUE,
                Optional.empty(),
                reason,
                Duration.ZERO,
                Optional.empty());
    }

    /** Could not be made into a message this time. */
    static Verdict postponed(String reason, Duration again) {
        return new Verdict(
                Optional.of(Outcome.DEFERRED),
                Optional.empty(),
                NO_DIALOGUE,
                Optional.empty(),
                reason,
                again,
                Optional.empty());
    }
}
