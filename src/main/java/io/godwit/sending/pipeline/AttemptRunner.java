package io.godwit.sending.pipeline;

import io.godwit.sending.attempt.EmailAttempt;
import io.godwit.sending.attempt.SendRules;
import io.godwit.sending.rendering.DeliveryException;
import io.godwit.sending.rendering.MessageComposer;
import io.godwit.sending.rendering.SignedMessage;
import io.godwit.sending.results.DeliveryLog;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.function.Function;

/**
 * Runs one attempt: begins it, composes the message, sends it and records its end. An attempt is marked, counted and dated
 * before its work, and marked again before its final dot, so only emails at that point are in doubt when the node crashes.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class AttemptRunner {

    /** Max bytes of content in memory as messages; each takes several times its size while it is composed. */
    private static final long CONTENT_BYTES = 16L << 20;

    private final AttemptStarter attempts;
    private final MessageComposer composer;
    private final SendGate gate;
    private final DeliveryLog log;
    private final StartQueue queue;
    private final AttemptFailureHandler failures;
    private final ContentBudget budget = new ContentBudget(CONTENT_BYTES);
    private Runnable onCapacity = () -> {};

    AttemptRunner(
            AttemptStarter attempts,
            MessageComposer composer,
            SendGate gate,
            DeliveryLog log,
            StartQueue queue,
            AttemptFailureHandler failures) {
        this.attempts = attempts;
        this.composer = composer;
        this.gate = gate;
        this.log = log;
        this.queue = queue;
        this.failures = failures;
    }

    /** Calls the listener when another email may start although the attempt has not ended. */
    void onCapacity(Runnable listener) {
        onCapacity = listener;
    }

    /**
     * Runs an attempt of the email. Completes when it has ended, or its row is released.
     *
     * @param sender chooses the way the message leaves, once the attempt has begun
     */
    Future<Void> run(InFlightEmail inFlight, Function<EmailAttempt, MessageSender> sender) {
        var claimed = inFlight.claimed();
        return attempts.begin(claimed)
                .compose(email ->
                        email.eligibility().isPaused() ? attempts.pause(claimed) : deliver(inFlight, email, sender))
                .recover(error -> failures.release(claimed, error));
    }

    /**
     * Delivers one email. While an email is composed alone it does not wait for the content budget: nothing else is started
     * until it is composed.
     */
    private Future<Void> deliver(
            InFlightEmail inFlight, EmailAttempt email, Function<EmailAttempt, MessageSender> sender) {
        inFlight.trace().composing();
        return inFlight.claimed().isClaimedAlone()
                ? deliverComposed(inFlight, email, sender)
                : budget.acquire(
                        inFlight.claimed().domain(),
                        email.contentBytes(),
                        () -> deliverComposed(inFlight, email, sender));
    }

    /** Composes, sends and records one email: sent, refused for good, or due again later. */
    private Future<Void> deliverComposed(
            InFlightEmail inFlight, EmailAttempt email, Function<EmailAttempt, MessageSender> sender) {
        return refuseUnwanted(email)
                .compose(composer::compose)
                .compose(message -> clearCrashes(inFlight).map(message))
                .onComplete(ignored -> composed(inFlight))
                .recover(error -> Future.failedFuture(
                        gate.isForWantOfDatabase(error)
                                ? new DeliveryException.Released("The database is away")
                                : error))
                .compose(message -> transmit(inFlight, message, sender))
                .recover(error -> failures.record(inFlight, email, error));
    }

    private Future<EmailAttempt> refuseUnwanted(EmailAttempt email) {
        return SendRules.why(email, gate.simulator())
                .map(outcome -> Future.<EmailAttempt>failedFuture(new DeliveryException.Rejected(outcome)))
                .orElseGet(() -> Future.succeededFuture(email));
    }

    private Future<Void> clearCrashes(InFlightEmail email) {
        return email.claimed().isClaimedAlone() ? attempts.clearCrashes(email.claimed()) : Future.succeededFuture();
    }

    private void composed(InFlightEmail email) {
        queue.composed(email);
        if (email.claimed().isClaimedAlone()) {
            onCapacity.run();
        }
    }

    private Future<Void> transmit(
            InFlightEmail inFlight, SignedMessage message, Function<EmailAttempt, MessageSender> sender) {
        var email = message.email();
        if (!gate.canRecord() || !attempts.isLeased(email.claimed())) {
            return Future.failedFuture(new DeliveryException.Released("The end of the attempt could not be recorded"));
        }
        var context = Optional.ofNullable(Vertx.currentContext());
        inFlight.transmit(
                () -> {
                    log.offered(email, inFlight.index());
                    context.ifPresent(own -> own.runOnContext(ignored -> atDot(inFlight)));
                },
                reply -> log.note(email, reply));
        return sender.apply(email)
                .send(message.envelope(), message.message(), inFlight)
                .onSuccess(ignored -> accepted(inFlight, email))
                .compose(reply -> inFlight.journaled(reply)
                        .compose(journalFile -> log.accepted(message, reply, inFlight.evidence(), journalFile)));
    }

    /** Lets the next email go behind one that waits for the reply to its final dot, unless the mail server is being probed. */
    private void atDot(InFlightEmail email) {
        if (!email.isDirect() && gate.isFullyOpen()) {
            queue.atDot(email, gate.overlap());
            onCapacity.run();
        }
    }

    private void accepted(InFlightEmail inFlight, EmailAttempt email) {
        if (inFlight.isDirect()) {
            gate.acceptedByMx(email);
        } else {
            gate.accepted(email);
        }
    }
}
