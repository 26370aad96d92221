package io.godwit.sending.results;

import io.godwit.bounces.ClassifiedRefusal;
import io.godwit.bounces.RefusalClass;
import io.godwit.bounces.RefusalClassifier;
import io.godwit.bounces.RetryHint;
import io.godwit.delivery.DeliveryFailedException;
import io.godwit.sending.attempt.AttemptOutcome;
import io.godwit.sending.attempt.AttemptOutcome.End;
import io.godwit.sending.attempt.AttemptOutcome.Outcome;
import io.godwit.sending.attempt.EmailAttempt;
import io.godwit.sending.queue.RetrySchedule;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Turns the reply to an attempt into the outcome for the email and its address. */
public record SmtpReplyClassifier(RetrySchedule schedule) {

    /**
     * Reply codes for missing or wrong authentication or encryption (RFC 4954 §6, RFC 3207 §4): about us, whatever the stage.
     */
    private static final Set<Integer> RELAY_ACCOUNT_CODES = Set.of(530, 534, 535, 538);

    /** The code of a mail loop (RFC 3463 §3.5), which another attempt cannot end. */
    private static final String LOOP = "5.4.6";

    /** The pause before the one retry after a permanent refusal of the recipient's mail system. */
    private static final Duration SYSTEM_PAUSE = Duration.ofHours(1);

    /** Codes for a bad sender address (RFC 3463 §3.2): other senders' emails may pass. */
    private static final Set<String> BAD_SENDER = Set.of("5.1.7", "5.1.8");

    /** The code of a message that needs SMTPUTF8 (RFC 6531 §3.5) where that is not offered. */
    private static final String NEEDS_SMTPUTF8 = "5.6.7";

    /** Returns whether the mail server lacks SMTPUTF8 for an address of the message, which says nothing about other emails. */
    public static boolean needsSmtpUtf8(SmtpException failure) {
        return failure.reply()
                .flatMap(SmtpReply::enhanced)
                .filter(NEEDS_SMTPUTF8::equals)
                .isPresent();
    }

    /**
     * Returns whether the mail server refused the session, so that every other email would fail as well. At MAIL neither
     * recipient nor content has been named: a permanent refusal there is about us, unless it is about the sender's address or
     * the size.
     */
    public static boolean isAboutRelayAccount(SmtpException failure) {
        return failure.stage() == SmtpStage.CONNECT
                || failure.reply()
                        .filter(reply -> RELAY_ACCOUNT_CODES.contains(reply.code())
                                || (failure.stage() == SmtpStage.MAIL && reply.code() >= 500 && !isAboutMessage(reply)))
                        .isPresent();
    }

    private static boolean isAboutMessage(SmtpReply reply) {
        var kind = RefusalClassifier.classify(reply, SmtpStage.MAIL).kind();
        return kind == RefusalClass.SIZE
                || BAD_SENDER.contains(reply.enhanced().orElse(""))
                || (reply.code() == 553 && kind != RefusalClass.BLOCKED_SOURCE);
    }

    public AttemptOutcome read(SmtpException failure, EmailAttempt email) {
        var refusal = failure.reply()
                .filter(reply -> reply.code() >= 400)
                .map(reply -> against(email, RefusalClassifier.classify(reply, failure.stage())));
        return refusal.filter(classified -> classified.permanent() && !isAboutRelayAccount(failure))
                .map(classified -> refused(classified, failure, email))
                .orElseGet(() -> retry(refusal, failure, email));
    }

    /**
     * Reads the failure of an attempt at a mail host. Whatever the stage, its refusals are about the email, its sender or its
     * recipient: what is about this node has kept the attempt from beginning.
     */
    public AttemptOutcome read(DeliveryFailedException failed, EmailAttempt email) {
        var failure = failed.failure();
        var refusal = failed.refusal().map(classified -> against(email, classified));
        var outcome = refusal.filter(ClassifiedRefusal::permanent)
                .map(classified -> refused(classified, failure, email))
                .orElseGet(() -> retry(refusal, failure, email));
        var advice = failed.advice();
        return advice.after()
                .map(pause -> outcome.retriedAfter(pause, advice.countsAttempt()))
                .orElse(outcome);
    }

    private static ClassifiedRefusal against(EmailAttempt email, ClassifiedRefusal refusal) {
        return refusal.against(List.of(email.to().value()));
    }

    /**
     * Returns the outcome of a permanent refusal: it ends the email unless waiting may help; then the email is tried again.
     */
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
                diagnosis(failure),
                Duration.ZERO,
                Optional.of(refusal));
    }

    private static AttemptOutcome deferred(Duration pause, ClassifiedRefusal refusal, SmtpException failure) {
        return new AttemptOutcome(
                Optional.of(Outcome.DEFERRED),
                Optional.empty(),
                failure.stage().name(),
                failure.reply(),
                diagnosis(failure),
                pause,
                Optional.of(refusal));
    }

    /**
     * Returns the outcome of a transient failure; after the last attempt a mailbox that is still full is a bounce, anything
     * else a failure.
     */
    private AttemptOutcome retry(Optional<ClassifiedRefusal> refusal, SmtpException failure, EmailAttempt email) {
        var hint = refusal.map(ClassifiedRefusal::line).flatMap(RetryHint::of);
        var pause = schedule.after(email.attempt(), email.age(), hint);
        var end = refusal.filter(classified -> classified.kind() == RefusalClass.FULL)
                        .isPresent()
                ? End.BOUNCED
                : End.FAILED;
        return new AttemptOutcome(
                Optional.of(outcome(failure)),
                pause.isPresent() ? Optional.empty() : Optional.of(end),
                failure.stage().name(),
                failure.reply(),
                pause.isPresent()
                        ? diagnosis(failure)
                        : "Given up after " + email.attempt() + " attempts; the last one: " + diagnosis(failure),
                pause.orElse(Duration.ZERO),
                refusal);
    }

    private static String diagnosis(SmtpException failure) {
        return failure.reply().map(SmtpReplyClassifier::sentence).orElseGet(() -> String.valueOf(failure.getMessage()));
    }

    /** Returns the logged outcome: unclear without a reply, unless the message was certainly never offered. */
    private static Outcome outcome(SmtpException failure) {
        var classified = failure.stage() == SmtpStage.CONNECT
                || failure.reply().filter(reply -> reply.code() >= 400).isPresent();
        return classified ? Outcome.DEFERRED : Outcome.UNCLEAR;
    }

    /** Returns the reply in the mail server's form: the code, then the enhanced code if there is one, then words. */
    public static String sentence(SmtpReply reply) {
        var enhanced = reply.enhanced()
                .filter(code -> !reply.text().startsWith(code))
                .map(code -> code + " ")
                .orElse("");
        return reply.code() + " " + enhanced + reply.text();
    }
}
