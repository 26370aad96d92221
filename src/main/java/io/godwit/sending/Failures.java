package io.godwit.sending;

import io.godwit.smtp.SmtpFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns whatever stopped an attempt into a verdict, counts it and has it recorded. */
record Failures(Retries retries, SendMetrics metrics, Books books, RefusalBreaker breaker) {

    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    /** An email that cannot be composed for a reason we do not know is tried so often. */
    private static final int COMPOSE_ATTEMPTS = 3;

    /** A permanent refusal does not end its email at once: it may be everybody's. */
    void record(Outgoing email, Throwable error) {
        var verdict = verdict(email, error);
        if (error instanceof SmtpFailure failure && Answers.isAboutUs(failure)) {
            books.ended(email.ticket(), verdict);
            return;
        }
        switch (breaker.judge(email, verdict)) {
            case FINAL -> books.ended(email.ticket(), verdict);
            case HELD -> books.refused(email.ticket(), RefusalBreaker.held(verdict), breaker.hold());
            case COMMON -> books.ended(email.ticket(), deferred(email, verdict));
        }
    }

    private Verdict verdict(Outgoing email, Throwable error) {
        if (error instanceof NotSent answer) {
            return answer.verdict();
        }
        return error instanceof SmtpFailure failure ? answered(email, failure) : broken(email, error);
    }

    private Verdict answered(Outgoing email, SmtpFailure failure) {
        var verdict = new Answers(retries).read(failure, email);
        if (verdict.end().isEmpty()) {
            metrics.retry(
                    failure.stage(),
                    failure.reply().map(reply -> reply.code() / 100 + "xx").orElse("none"));
        }
        return verdict;
    }

    /** Tried again when the circuit breaker risks one, until it is too old. */
    private Verdict deferred(Outgoing email, Verdict refusal) {
        return retries.after(email.attempt(), email.age())
                .map(pause -> refusal.deferred(breaker.hold()))
                .orElseGet(() -> refusal.givenUp(email.attempt()));
    }

    /** A fault of ours: tried again, in case it was the moment and not the email. */
    private Verdict broken(Outgoing email, Throwable error) {
        LOG.atError()
                .addKeyValue("project", email.ticket().project())
                .addKeyValue("email", email.ticket().email())
                .setCause(error)
                .log("An email could not be composed");
        return email.attempt() >= COMPOSE_ATTEMPTS
                ? Verdict.unsendable("The message could not be composed")
                : retries.after(email.attempt(), email.age())
                        .map(pause -> Verdict.postponed("The message could not be composed", pause))
                        .orElseGet(() -> Verdict.unsendable("The message could not be composed"));
    }
}
