package io.godwit.sending.pipeline;

import io.godwit.bounces.ClassifiedRefusal;
import io.godwit.delivery.DeliveryFailedException;
import io.godwit.delivery.simulator.SimulatorDomain;
import io.godwit.sending.attempt.AttemptEvidence;
import io.godwit.sending.attempt.AttemptOutcome;
import io.godwit.sending.attempt.EmailAttempt;
import io.godwit.sending.queue.RetryAfterStore.RetryAfter;
import io.godwit.sending.queue.RetrySchedule;
import io.godwit.sending.queue.SendMetrics;
import io.godwit.sending.rendering.DeliveryException;
import io.godwit.sending.results.DeliveryLog;
import io.godwit.sending.results.SmtpReplyClassifier;
import io.godwit.sending.results.UnmatchedReplyCounter;
import io.godwit.smtp.SmtpException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns the failure of an attempt into its outcome, counts it and records it.
 *
 * @param schedule of attempts at the relay
 * @param directSchedule of attempts at mail hosts
 * @param simulator the domain of the delivery simulator, whose refusals say nothing about other emails
 */
record FailureClassifier(
        RetrySchedule schedule,
        RetrySchedule directSchedule,
        SendMetrics metrics,
        DeliveryLog log,
        RefusalCircuitBreaker breaker,
        UnmatchedReplyCounter unmatched,
        SimulatorDomain simulator) {

    private static final Logger LOG = LoggerFactory.getLogger(FailureClassifier.class);

    /** Max attempts of an email that cannot be composed for an unknown reason. */
    private static final int COMPOSE_ATTEMPTS = 3;

    /**
     * Records the failure. A permanent refusal does not end its email at once, because many other emails may get the same one. A
     * refusal for want of SMTPUTF8 does, because it is about addresses beyond ASCII alone, however many emails get it.
     *
     * @param evidence the dialogue with the mail host or the relay
     */
    void record(EmailAttempt email, Throwable error, Optional<AttemptEvidence> evidence) {
        var outcome = outcome(email, error).with(evidence);
        if (simulator.contains(email.claimed().domain()) || isExemptFromBreaker(error)) {
            log.ended(email.claimed(), outcome);
            return;
        }
        outcome.refusal().ifPresent(refusal -> count(email, refusal));
        switch (breaker.assess(email, outcome, !(error instanceof DeliveryFailedException))) {
            case FINAL -> log.ended(email.claimed(), outcome);
            case WAITING ->
                log.refused(
                        email.claimed(), RefusalCircuitBreaker.waitingRefusal(email, outcome), breaker.waitDuration());
            case COMMON -> log.ended(email.claimed(), deferred(email, outcome, error));
        }
    }

    private void count(EmailAttempt email, ClassifiedRefusal refusal) {
        metrics.refused(refusal.kind());
        unmatched.add(refusal, email.to());
    }

    /** Returns whether the failure is one that the circuit breaker of refusals is not asked about. */
    private static boolean isExemptFromBreaker(Throwable error) {
        if (error instanceof DeliveryFailedException failed) {
            return SmtpReplyClassifier.needsSmtpUtf8(failed.failure());
        }
        return error instanceof SmtpException failure
                && (SmtpReplyClassifier.isAboutRelayAccount(failure) || SmtpReplyClassifier.needsSmtpUtf8(failure));
    }

    private AttemptOutcome outcome(EmailAttempt email, Throwable error) {
        if (error instanceof DeliveryException.Rejected answer) {
            return answer.outcome();
        }
        if (error instanceof DeliveryFailedException failed) {
            return counted(new SmtpReplyClassifier(directSchedule).read(failed, email), failed.failure());
        }
        return error instanceof SmtpException failure ? answered(email, failure) : broken(email, error);
    }

    /** Records the end of an email that waited too long for its site. */
    void expired(EmailAttempt email, String reason) {
        log.ended(email.claimed(), AttemptOutcome.unreachable("Given up, as it had to wait for too long: " + reason));
    }

    /** Returns whether the email must not wait any more, because it would be too old for another attempt. */
    boolean isLast(RetryAfter retry) {
        var age = retry.claimed().facts().age().plus(retry.pause());
        return !retry.passing() && age.compareTo(directSchedule.expireAfter()) > 0;
    }

    private AttemptOutcome answered(EmailAttempt email, SmtpException failure) {
        return counted(new SmtpReplyClassifier(schedule).read(failure, email), failure);
    }

    private AttemptOutcome counted(AttemptOutcome outcome, SmtpException failure) {
        if (outcome.end().isEmpty()) {
            metrics.retry(
                    failure.stage(),
                    failure.reply().map(reply -> reply.code() / 100 + "xx").orElse("none"));
        }
        return outcome;
    }

    /** Defers the email until the circuit breaker probes with it, or fails it when it is too old. */
    private AttemptOutcome deferred(EmailAttempt email, AttemptOutcome refusal, Throwable error) {
        return (error instanceof DeliveryFailedException ? directSchedule : schedule)
                .after(email.attempt(), email.age())
                .map(ignored -> refusal.deferred(breaker.waitDuration()))
                .orElseGet(() -> refusal.expired(email.attempt()));
    }

    /** Defers the email after an error of our own, in case the error was temporary. */
    private AttemptOutcome broken(EmailAttempt email, Throwable error) {
        LOG.atError()
                .addKeyValue("project", email.claimed().project())
                .addKeyValue("email", email.claimed().email())
                .setCause(error)
                .log("An email could not be composed");
        return email.attempt() >= COMPOSE_ATTEMPTS
                ? AttemptOutcome.unsendable("The message could not be composed")
                : schedule.after(email.attempt(), email.age())
                        .map(pause -> AttemptOutcome.notComposed("The message could not be composed", pause))
                        .orElseGet(() -> AttemptOutcome.unsendable("The message could not be composed"));
    }
}
