package io.godwit.sending;

import io.godwit.bounces.Refusal;
import io.godwit.bounces.RefusalClass;
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
 * @param code of an end we decided on ourselves
 */
record Verdict(
        Optional<Outcome> outcome,
        Optional<End> end,
        String stage,
        Optional<Reply> reply,
        String reason,
        Duration again,
        Optional<Refusal> refusal,
        Optional<EmailReason> code) {

    /** An end that has no code of ours: its reply or its sentence is the reason. */
    Verdict(
            Optional<Outcome> outcome,
            Optional<End> end,
            String stage,
            Optional<Reply> reply,
            String reason,
            Duration again,
            Optional<Refusal> refusal) {
        this(outcome, end, stage, reply, reason, again, refusal, Optional.empty());
    }

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

    /** The worth of the end as evidence that the address is dead. */
    Refusal.Proof proof() {
        return end.isPresent() ? refusal.map(Refusal::proof).orElse(Refusal.Proof.NONE) : Refusal.Proof.NONE;
    }

    /** Tells whether the email ended as a bounce that says nothing final about the address: its mailbox was full until the end. */
    boolean isSoftBounce() {
        return end.filter(End.BOUNCED::equals).isPresent()
                && refusal.filter(told -> told.kind() == RefusalClass.FULL).isPresent();
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

    /** The same refusal, to be tried again: it is not about this email. */
    Verdict deferred(Duration pause) {
        return new Verdict(Optional.of(Outcome.DEFERRED), Optional.empty(), stage, reply, reason, pause, refusal);
    }

    /** The same refusal, for too long. */
    Verdict givenUp(int attempts) {
        var sentence = "Given up after " + attempts + " attempts; the last one: " + reason;
        return new Verdict(
                Optional.of(Outcome.FAILED),
                Optional.of(End.FAILED),
                stage,
                reply,
                sentence,
                Duration.ZERO,
                Optional.empty());
    }

    /** Waits for what becomes of others with the same refusal; no line in the log yet. */
    Verdict held(Duration pause) {
        return new Verdict(Optional.empty(), Optional.empty(), stage, reply, reason, pause, refusal);
    }

    /** Ends without having been tried. */
    static Verdict dropped(End end, EmailReason reason) {
        return new Verdict(
                Optional.empty(),
                Optional.of(end),
                NO_DIALOGUE,
                Optional.empty(),
                reason.sentence(),
                Duration.ZERO,
                Optional.empty(),
                Optional.of(reason));
    }

    /** The log says already how the email ended; the row of the queue goes. */
    static Verdict endedAlready(String status) {
        return new Verdict(
                Optional.empty(),
                Optional.of(End.CANCELLED),
                NO_DIALOGUE,
                Optional.empty(),
                "The email had ended as " + status,
                Duration.ZERO,
                Optional.empty());
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
