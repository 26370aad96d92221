package io.godwit.sending.results;

import io.godwit.bounces.ClassifiedRefusal;
import io.godwit.bounces.RefusalClass;
import io.godwit.bounces.RefusalClassifier;
import io.godwit.sending.AttemptOutcome;
import io.godwit.sending.AttemptOutcome.End;
import io.godwit.sending.AttemptOutcome.Outcome;
import io.godwit.sending.EmailAttempt;
import io.godwit.sending.queue.RetrySchedule;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Turns the reply to an attempt into what becomes of the email and of its address. */
public record SmtpReplyClassifier(RetrySchedule retries) {

    /** Authentication or encryption is missing or wrong (RFC 4954 §6, RFC 3207 §4): ours to mend, whatever the stage. */
    private static final Set<Integer> ABOUT_US = Set.of(530, 534, 535, 538);

    /** The mail goes in circles (RFC 3463 §3.5), and will again. */
    private static final String LOOP = "5.4.6";

    /** A mail system that says no for good is asked once more after this time. */
    private static final Duration SYSTEM_PAUSE = Duration.ofHours(1);

    /** The sender's own address is bad (RFC 3463 §3.2): other senders' mail may pass. */
    private static final Set<String> BAD_SENDER = Set.of("5.1.7", "5.1.8");

    /**
     * Whether the mail server did not let us in, so that every other email would fail as well. At MAIL neither recipient nor
     * content has been named: a permanent refusal there is about us, unless it is about the sender's address or the size.
     */
    public static boolean isAboutUs(SmtpException failure) {
        return failure.stage() == SmtpStage.CONNECT
                || failure.reply()
                        .filter(reply -> ABOUT_US.contains(reply.code())
                                || (failure.stage() == SmtpStage.MAIL && reply.code() >= 500 && !isAboutTheMail(reply)))
                        .isPresent();
    }

    private static boolean isAboutTheMail(SmtpReply reply) {
        var kind = RefusalClassifier.classify(reply, SmtpStage.MAIL).kind();
        return kind == RefusalClass.SIZE
                || BAD_SENDER.contains(reply.enhanced().orElse(""))
                || (reply.code() == 553 && kind != RefusalClass.BLOCKED_SOURCE);
    }

    public AttemptOutcome read(SmtpException failure, EmailAttempt email) {
        var refusal = failure.reply()
                .filter(reply -> reply.code() >= 400)
                .map(reply -> RefusalClassifier.classify(reply, failure.stage()));
        return refusal.filter(told -> told.permanent() && !isAboutUs(failure))
                .map(told -> refused(told, failure, email))
                .orElseGet(() -> retry(refusal, failure, email));
    }

    /** A refusal for good ends the email where nothing heals by waiting; where it does, it is tried again all the same. */
    private AttemptOutcome refused(ClassifiedRefusal refusal, SmtpException failure, EmailAttempt email) {
        return switch (refusal.kind()) {
            case DEAD, CLOSED -> ended(End.BOUNCED, refusal, failure);
            case BLOCKED_DOMAIN, POLICY, CONTENT, SIZE, UNKNOWN -> ended(End.FAILED, refusal, failure);
            case SYSTEM ->
                email.age().compareTo(SYSTEM_PAUSE) < 0
                        ? deferred(SYSTEM_PAUSE, refusal, failure)
                        : ended(End.FAILED, refusal, failure);
            case ROUTING ->
                refusal.enhanced().filter(LOOP::equals).isPresent()
                        ? ended(End.FAILED, refusal, failure)
                        : retry(Optional.of(refusal), failure, email);
            case FULL, GREYLISTED, RATE_LIMITED, BLOCKED_SOURCE, SESSION -> retry(Optional.of(refusal), failure, email);
        };
    }

    private static AttemptOutcome ended(End end, ClassifiedRefusal refusal, SmtpException failure) {
        return new AttemptOutcome(
                Optional.of(end == End.BOUNCED ? Outcome.BOUNCED : Outcome.FAILED),
                Optional.of(end),
                failure.stage().name(),
                failure.reply(),
                said(failure),
                Duration.ZERO,
                Optional.of(refusal));
    }

    private static AttemptOutcome deferred(Duration pause, ClassifiedRefusal refusal, SmtpException failure) {
        return new AttemptOutcome(
                Optional.of(Outcome.DEFERRED),
                Optional.empty(),
                failure.stage().name(),
                failure.reply(),
                said(failure),
                pause,
                Optional.of(refusal));
    }

    /** A mailbox that was full until the end is a bounce, anything else a failure. */
    private AttemptOutcome retry(Optional<ClassifiedRefusal> refusal, SmtpException failure, EmailAttempt email) {
        var pause = retries.after(email.attempt(), email.age());
        var end = refusal.filter(told -> told.kind() == RefusalClass.FULL).isPresent() ? End.BOUNCED : End.FAILED;
        return new AttemptOutcome(
                Optional.of(outcome(failure)),
                pause.isPresent() ? Optional.empty() : Optional.of(end),
                failure.stage().name(),
                failure.reply(),
                pause.isPresent()
                        ? said(failure)
                        : "Given up after " + email.attempt() + " attempts; the last one: " + said(failure),
                pause.orElse(Duration.ZERO),
                refusal);
    }

    private static String said(SmtpException failure) {
        return failure.reply().map(SmtpReplyClassifier::sentence).orElseGet(() -> String.valueOf(failure.getMessage()));
    }

    /** Without a reply nobody can tell what became of the message, unless we never came so far as to offer it. */
    private static Outcome outcome(SmtpException failure) {
        var told = failure.stage() == SmtpStage.CONNECT
                || failure.reply().filter(reply -> reply.code() >= 400).isPresent();
        return told ? Outcome.DEFERRED : Outcome.UNCLEAR;
    }

    /** As the mail server wrote it: the code, then the enhanced code if there is one, then words. */
    public static String sentence(SmtpReply reply) {
        var enhanced = reply.enhanced()
                .filter(code -> !reply.text().startsWith(code))
                .map(code -> code + " ")
                .orElse("");
        return reply.code() + " " + enhanced + reply.text();
    }
}
