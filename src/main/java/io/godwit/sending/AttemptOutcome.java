package io.godwit.sending;

import io.godwit.bounces.ClassifiedRefusal;
import io.godwit.bounces.RefusalClass;
import io.godwit.smtp.SmtpReply;
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
public record AttemptOutcome(
        Optional<Outcome> outcome,
        Optional<End> end,
        String stage,
        Optional<SmtpReply> reply,
        String reason,
        Duration again,
        Optional<ClassifiedRefusal> refusal,
        Optional<EmailReason> code) {

    /** An end that has no code of ours: its reply or its sentence is the reason. */
    public AttemptOutcome(
            Optional<Outcome> outcome,
            Optional<End> end,
            String stage,
            Optional<SmtpReply> reply,
            String reason,
            Duration again,
            Optional<ClassifiedRefusal> refusal) {
        this(outcome, end, stage, reply, reason, again, refusal, Optional.empty());
    }

    /** What the attempt log says. */
    public enum Outcome {
        SENT,
        DEFERRED,
        BOUNCED,
        FAILED,
        UNCLEAR
    }

    /** What becomes of the email, unless somebody else has written more into the log meanwhile. */
    public enum End {
        SENT,
        BOUNCED,
        FAILED,
        SUPPRESSED,
        CANCELLED
    }

    /** The worth of the end as evidence that the address is dead. */
    public ClassifiedRefusal.Evidence proof() {
        return end.isPresent()
                ? refusal.map(ClassifiedRefusal::proof).orElse(ClassifiedRefusal.Evidence.NONE)
                : ClassifiedRefusal.Evidence.NONE;
    }

    /** Tells whether the email ended as a bounce that says nothing final about the address: its mailbox was full until the end. */
    public boolean isSoftBounce() {
        return end.filter(End.BOUNCED::equals).isPresent()
                && refusal.filter(told -> told.kind() == RefusalClass.FULL).isPresent();
    }

    private static final String NO_DIALOGUE = "RENDER";

    public static AttemptOutcome sent(SmtpReply reply) {
        return new AttemptOutcome(
                Optional.of(Outcome.SENT),
                Optional.of(End.SENT),
                "DOT",
                Optional.of(reply),
                "",
                Duration.ZERO,
                Optional.empty());
    }

    /** The same refusal, to be tried again: it is not about this email. */
    public AttemptOutcome deferred(Duration pause) {
        return new AttemptOutcome(
                Optional.of(Outcome.DEFERRED), Optional.empty(), stage, reply, reason, pause, refusal);
    }

    /** The same refusal, for too long. */
    public AttemptOutcome givenUp(int attempts) {
        var sentence = "Given up after " + attempts + " attempts; the last one: " + reason;
        return new AttemptOutcome(
                Optional.of(Outcome.FAILED),
                Optional.of(End.FAILED),
                stage,
                reply,
                sentence,
                Duration.ZERO,
                Optional.empty());
    }

    /** Waits for what becomes of others with the same refusal; no line in the log yet. */
    public AttemptOutcome held(Duration pause) {
        return new AttemptOutcome(Optional.empty(), Optional.empty(), stage, reply, reason, pause, refusal);
    }

    /** Ends without having been tried. */
    static AttemptOutcome dropped(End end, EmailReason reason) {
        return new AttemptOutcome(
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
    static AttemptOutcome endedAlready(String status) {
        return new AttemptOutcome(
                Optional.empty(),
                Optional.of(End.CANCELLED),
                NO_DIALOGUE,
                Optional.empty(),
                "The email had ended as " + status,
                Duration.ZERO,
                Optional.empty());
    }

    /** Cannot be made into a message, now or ever. */
    public static AttemptOutcome unsendable(String reason) {
        return new AttemptOutcome(
                Optional.of(Outcome.FAILED),
                Optional.of(End.FAILED),
                NO_DIALOGUE,
                Optional.empty(),
                reason,
                Duration.ZERO,
                Optional.empty());
    }

    /** Could not be made into a message this time. */
    public static AttemptOutcome postponed(String reason, Duration again) {
        return new AttemptOutcome(
                Optional.of(Outcome.DEFERRED),
                Optional.empty(),
                NO_DIALOGUE,
                Optional.empty(),
                reason,
                again,
                Optional.empty());
    }
}
