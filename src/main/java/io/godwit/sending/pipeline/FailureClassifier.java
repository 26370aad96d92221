package io.godwit.sending.pipeline;

import io.godwit.sending.AttemptOutcome;
import io.godwit.sending.EmailAttempt;
import io.godwit.sending.queue.RetrySchedule;
import io.godwit.sending.queue.SendMetrics;
import io.godwit.sending.rendering.DeliveryException;
import io.godwit.sending.results.DeliveryLog;
import io.godwit.sending.results.SmtpReplyClassifier;
import io.godwit.smtp.SmtpException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns the failure of an attempt into its outcome, counts it and records it. */
record FailureClassifier(RetrySchedule schedule, SendMetrics metrics, DeliveryLog log, RefusalCircuitBreaker breaker) {

    private static final Logger LOG = LoggerFactory.getLogger(FailureClassifier.class);

    /** Max attempts of an email that cannot be composed for an unknown reason. */
    private static final int COMPOSE_ATTEMPTS = 3;

    /** Records the failure. A permanent refusal does not end its email at once: many others may get the same one. */
    void record(EmailAttempt email, Throwable error) {
        var outcome = outcome(email, error);
        if (error instanceof SmtpException failure && SmtpReplyClassifier.isAboutRelayAccount(failure)) {
            log.ended(email.claimed(), outcome);
            return;
        }
        switch (breaker.assess(email, outcome)) {
            case FINAL -> log.ended(email.claimed(), outcome);
            case HELD -> log.refused(email.claimed(), RefusalCircuitBreaker.hold(outcome), breaker.holdDuration());
            case COMMON -> log.ended(email.claimed(), deferred(email, outcome));
        }
    }

    private AttemptOutcome outcome(EmailAttempt email, Throwable error) {
        if (error instanceof DeliveryException.Rejected answer) {
            return answer.outcome();
        }
        return error instanceof SmtpException failure ? answered(email, failure) : broken(email, error);
    }

    private AttemptOutcome answered(EmailAttempt email, SmtpException failure) {
        var outcome = new SmtpReplyClassifier(schedule).read(failure, email);
        if (outcome.end().isEmpty()) {
            metrics.retry(
                    failure.stage(),
                    failure.reply().map(reply -> reply.code() / 100 + "xx").orElse("none"));
        }
        return outcome;
    }

    /** Defers the email until the circuit breaker probes with it, or fails it when it is too old. */
    private AttemptOutcome deferred(EmailAttempt email, AttemptOutcome refusal) {
        return schedule.after(email.attempt(), email.age())
                .map(ignored -> refusal.deferred(breaker.holdDuration()))
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
                        .map(pause -> AttemptOutcome.postponed("The message could not be composed", pause))
                        .orElseGet(() -> AttemptOutcome.unsendable("The message could not be composed"));
    }
}
