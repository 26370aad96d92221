package io.godwit.sending.pipeline;

import io.godwit.core.LeaseLostException;
import io.godwit.delivery.DeliveryFailedException;
import io.godwit.delivery.egress.HeldException;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.attempt.EmailAttempt;
import io.godwit.sending.attempt.WaitingRefusal;
import io.godwit.sending.queue.RetryAfterStore.RetryAfter;
import io.godwit.sending.rendering.DeliveryException;
import io.godwit.sending.results.SmtpReplyClassifier;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpStage;
import io.vertx.core.Future;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Draws the conclusions from an email that was not sent: its failure is recorded, or its row is released, now or after a pause; and
 * what the failure says about other emails reaches the circuit breakers, the holds of relays and the queue.
 */
final class AttemptFailureHandler {

    private static final Logger LOG = LoggerFactory.getLogger(AttemptFailureHandler.class);

    private final FailureClassifier classifier;
    private final AttemptStarter attempts;
    private final SendGate gate;
    private final StartQueue queue;
    private final RelayHolds relayHolds;
    private final DirectDispatcher dispatcher;

    AttemptFailureHandler(
            FailureClassifier classifier,
            AttemptStarter attempts,
            SendGate gate,
            StartQueue queue,
            RelayHolds relayHolds,
            DirectDispatcher dispatcher) {
        this.classifier = classifier;
        this.attempts = attempts;
        this.gate = gate;
        this.queue = queue;
        this.relayHolds = relayHolds;
        this.dispatcher = dispatcher;
    }

    /**
     * Records the failure of an attempt, or releases the row for later when the failure is not about the email. Fails with the error
     * when the caller has to release the row now.
     */
    Future<Void> record(InFlightEmail inFlight, EmailAttempt email, Throwable error) {
        inFlight.trace().failed(error);
        gate.breaker().ended(email.claimed());
        if (error instanceof DeliveryException.Released) {
            return Future.failedFuture(error);
        }
        if (RelayHolds.isOutage(error)) {
            classifier.metrics().held();
            return attempts.retryAfter(relayHolds.hold(email, error));
        }
        if (error instanceof HeldException held) {
            classifier.metrics().held();
            return attempts.retryAfter(DirectDispatcher.retryAfter(email.claimed(), held, true));
        }
        if (error instanceof SmtpException failure && concernsAll(email)) {
            report(email, failure);
        } else if (error instanceof DeliveryFailedException failed && failed.isReplyToRecipient()) {
            queue.reached(email.claimed());
        }
        classifier.record(email, error, inFlight.evidence());
        return Future.succeededFuture();
    }

    /** Returns whether a failure may be one of all emails: not with a simulated mail system or relays of the project's choice. */
    private boolean concernsAll(EmailAttempt email) {
        return email.eligibility().relays().isEmpty()
                && !gate.simulator().contains(email.claimed().domain());
    }

    /** Passes the failure to the circuit breaker of the mail server. */
    private void report(EmailAttempt email, SmtpException failure) {
        if (SmtpReplyClassifier.isAboutRelayAccount(failure)) {
            var reply = failure.reply()
                    .map(SmtpReplyClassifier::sentence)
                    .orElseGet(() -> String.valueOf(failure.getMessage()));
            gate.refused(reply).ifPresent(pause -> LOG.atError()
                    .addKeyValue("retryIn", pause)
                    .addKeyValue("reply", reply)
                    .log("The mail server rejects the account it is used with; nothing is sent for a while"));
            attempts.release(queue.removeWaiting(claimed -> !dispatcher.isDirect(claimed)))
                    .onFailure(error -> LOG.warn("Claimed emails could not be released", error));
        } else if (failure.reply().isPresent()) {
            gate.answered();
            if (failure.stage() == SmtpStage.RCPT) {
                queue.reached(email.claimed());
            }
        }
    }

    /** Ends an email with the refusal it waited with, which turned out to be its own. */
    void conclude(ClaimedEmail claimed, WaitingRefusal refusal) {
        classifier.log().ended(claimed, refusal.outcome());
    }

    /** Releases an email for which no connection is to be had; ends it when it has waited for too long. */
    Future<Void> retryAfter(RetryAfter retry) {
        var claimed = retry.claimed();
        classifier.metrics().held();
        return classifier.isLast(retry)
                ? attempts.begin(claimed)
                        .onSuccess(email -> classifier.expired(email, retry.reason()))
                        .recover(late -> release(claimed, late).mapEmpty())
                        .mapEmpty()
                : attempts.retryAfter(retry);
    }

    /**
     * Releases an email of which nothing was sent. While the database is not available the claim is kept here: its attempt may
     * have been marked or not.
     */
    Future<Void> release(ClaimedEmail claimed, Throwable error) {
        gate.breaker().ended(claimed);
        if (error instanceof LeaseLostException) {
            attempts.dropLease(claimed);
            return Future.succeededFuture();
        }
        if (error instanceof DeliveryException.Released || gate.canRecord()) {
            return attempts.release(List.of(claimed));
        }
        queue.addFirst(claimed);
        return Future.succeededFuture();
    }
}
