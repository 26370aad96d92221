package io.godwit.sending.attempt;

import io.godwit.bounces.ClassifiedRefusal;
import io.godwit.bounces.ClassifiedRefusal.Evidence;
import io.godwit.bounces.ClassifiedRefusal.Weight;
import io.godwit.bounces.RefusalClass;
import io.godwit.sending.EmailReason;
import io.godwit.smtp.SmtpReply;
import java.time.Duration;
import java.util.Optional;

/**
 * The result of one attempt and its consequence: the email ends, or it is tried again after {@code retryAfter}.
 *
 * @param outcome of the attempt; empty when nothing is written to the attempt log
 * @param end empty: the email has not ended
 * @param stage at which it failed, as the attempt log names it
 * @param reason a sentence for the log
 * @param retryAfter the pause from now until the next attempt, when the email has not ended
 * @param refusal the classified reply; empty without a refusal
 * @param code the reason of an end decided here and not by a mail server
 * @param dialogue of the attempt, where it is recorded
 * @param counted whether the attempt counts; false when it failed for a limit on all emails
 */
public record AttemptOutcome(
        Optional<Outcome> outcome,
        Optional<End> end,
        String stage,
        Optional<SmtpReply> reply,
        String reason,
        Duration retryAfter,
        Optional<ClassifiedRefusal> refusal,
        Optional<EmailReason> code,
        Optional<AttemptEvidence> dialogue,
        boolean counted) {

    /** Creates an outcome without a reason code: the reply or the sentence is the reason. */
    public AttemptOutcome(
            Optional<Outcome> outcome,
            Optional<End> end,
            String stage,
            Optional<SmtpReply> reply,
            String reason,
            Duration retryAfter,
            Optional<ClassifiedRefusal> refusal) {
        this(outcome, end, stage, reply, reason, retryAfter, refusal, Optional.empty(), Optional.empty(), true);
    }

    /** Returns the same outcome with the dialogue that led to it. */
    public AttemptOutcome with(Optional<AttemptEvidence> newDialogue) {
        return new AttemptOutcome(outcome, end, stage, reply, reason, retryAfter, refusal, code, newDialogue, counted);
    }

    /** Returns the same outcome with another pause, unless the email has ended. */
    public AttemptOutcome retriedAfter(Duration pause, boolean counts) {
        return end.isPresent()
                ? this
                : new AttemptOutcome(outcome, end, stage, reply, reason, pause, refusal, code, dialogue, counts);
    }

    /** The outcome of an attempt as the attempt log stores it. */
    public enum Outcome {
        SENT,
        DEFERRED,
        BOUNCED,
        FAILED,
        UNCLEAR
    }

    /** The final status of the email, written only while the log row is still PENDING. */
    public enum End {
        SENT,
        BOUNCED,
        FAILED,
        SUPPRESSED,
        CANCELLED
    }

    /** Returns the worth of the end as evidence against the address. */
    public Weight weight() {
        return end.isPresent() ? refusal.map(ClassifiedRefusal::weight).orElse(Weight.NONE) : Weight.NONE;
    }

    /**
     * Returns whether the email ended as a bounce that says nothing final about the address: its mailbox was full until the
     * end.
     */
    public boolean isSoftBounce() {
        return end.filter(End.BOUNCED::equals).isPresent()
                && refusal.filter(refusal -> refusal.kind() == RefusalClass.FULL)
                        .isPresent();
    }

    /** Returns whether the end counts towards the limit of soft bounces. */
    public boolean countsAsSoftBounce() {
        return weight().evidence() == Evidence.SEVERAL_IN_A_ROW;
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

    /** Returns the same refusal as deferred, for a refusal that is not about this email. */
    public AttemptOutcome deferred(Duration pause) {
        return new AttemptOutcome(Optional.of(Outcome.DEFERRED), Optional.empty(), stage, reply, reason, pause, refusal)
                .with(dialogue);
    }

    /** Returns the same refusal as a failure, after too many attempts. */
    public AttemptOutcome expired(int attempts) {
        var sentence = "Given up after " + attempts + " attempts; the last one: " + reason;
        return new AttemptOutcome(
                        Optional.of(Outcome.FAILED),
                        Optional.of(End.FAILED),
                        stage,
                        reply,
                        sentence,
                        Duration.ZERO,
                        Optional.empty())
                .with(dialogue);
    }

    /**
     * Returns the same refusal without an end: it waits for the results of other emails with this refusal and writes no log
     * line yet.
     */
    public AttemptOutcome waitingFor(Duration pause) {
        return new AttemptOutcome(Optional.empty(), Optional.empty(), stage, reply, reason, pause, refusal)
                .with(dialogue);
    }

    /** An email that ends without an attempt. */
    static AttemptOutcome dropped(EmailReason reason) {
        return new AttemptOutcome(
                Optional.empty(),
                Optional.of(End.valueOf(reason.status().name())),
                NO_DIALOGUE,
                Optional.empty(),
                reason.sentence(),
                Duration.ZERO,
                Optional.empty(),
                Optional.of(reason),
                Optional.empty(),
                true);
    }

    /** An email whose log row has ended already; only its outbox row is deleted. */
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

    /** An email that cannot be made into a message, now or later. */
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

    /** An email that found no way to its destination until it was too old. */
    public static AttemptOutcome unreachable(String reason) {
        return new AttemptOutcome(
                Optional.of(Outcome.FAILED),
                Optional.of(End.FAILED),
                "CONNECT",
                Optional.empty(),
                reason,
                Duration.ZERO,
                Optional.empty());
    }

    /** An email that could not be made into a message this time; it is tried again. */
    public static AttemptOutcome notComposed(String reason, Duration retryAfter) {
        return new AttemptOutcome(
                Optional.of(Outcome.DEFERRED),
                Optional.empty(),
                NO_DIALOGUE,
                Optional.empty(),
                reason,
                retryAfter,
                Optional.empty());
    }
}
