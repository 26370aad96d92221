package io.godwit.sending.pipeline;

import io.godwit.delivery.DirectSettings.Mode;
import io.godwit.delivery.LeasedDelivery;
import io.godwit.delivery.routing.RoutingException;
import io.godwit.sending.attempt.EmailAttempt;
import io.godwit.sending.rendering.DeliveryException;
import io.godwit.smtp.Transport;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * Delivers one claimed email: by the relay or to a mail host of its domain. Without an attempt, an email is marked as dead here when
 * its nodes have died over it, released when it cools down or its refusal is to wait on, and ended by a refusal that has waited.
 */
final class EmailDelivery {

    private final Transport transport;
    private final DirectDispatcher dispatcher;
    private final AttemptStarter attempts;
    private final SendGate gate;
    private final AttemptRunner runner;
    private final AttemptFailureHandler failures;

    EmailDelivery(
            Transport transport,
            DirectDispatcher dispatcher,
            AttemptStarter attempts,
            SendGate gate,
            AttemptRunner runner,
            AttemptFailureHandler failures) {
        this.transport = transport;
        this.dispatcher = dispatcher;
        this.attempts = attempts;
        this.gate = gate;
        this.runner = runner;
        this.failures = failures;
    }

    /** Delivers the email. Completes when its attempt has ended, its row is released, or it is known to end without an attempt. */
    Future<Void> deliver(InFlightEmail inFlight) {
        var claimed = inFlight.claimed();
        if (claimed.isDead()) {
            return attempts.markDead(claimed);
        }
        var refusal = claimed.refusal().filter(waitingRefusal -> gate.breaker().concludes(claimed, waitingRefusal));
        var wait = refusal.flatMap(waitingRefusal -> gate.breaker().remainingWait(claimed, waitingRefusal));
        if (wait.isPresent()) {
            return attempts.retryAfter(claimed, wait.get());
        }
        if (refusal.isPresent()) {
            failures.conclude(claimed, refusal.get());
            return Future.succeededFuture();
        }
        if (!claimed.coolDown().isZero()) {
            return attempts.coolDown(claimed);
        }
        return inFlight.mode() == Mode.DIRECT ? sendToMx(inFlight) : runner.run(inFlight, this::relays);
    }

    /** Returns the relays that the email's project chose. */
    private MessageSender relays(EmailAttempt email) {
        return transport.through(email.eligibility().relays())::send;
    }

    /** Begins the attempt when there is a connection to a mail host. */
    private Future<Void> sendToMx(InFlightEmail inFlight) {
        return dispatcher
                .lease(inFlight.claimed())
                .compose(leased -> sendOver(inFlight, leased), error -> notLeased(inFlight, error));
    }

    /** Sends the email, unless the node is stopping or could not record its end. */
    private Future<Void> sendOver(InFlightEmail inFlight, LeasedDelivery leased) {
        if (!gate.canRecord()) {
            return leased.release().compose(ignored -> failures.release(inFlight.claimed(), unrecordable()));
        }
        inFlight.leaves(leased.source());
        return runner.run(inFlight, ignored -> over(leased)).eventually(leased::release);
    }

    /** Returns the way over the connection, which asks once more before MAIL: the email may have waited for its turn. */
    private MessageSender over(LeasedDelivery leased) {
        return (envelope, message, progress) -> leased.send(envelope, message, progress, this::obstacle);
    }

    private Optional<Throwable> obstacle() {
        return gate.canRecord() ? Optional.empty() : Optional.of(unrecordable());
    }

    private static DeliveryException.Released unrecordable() {
        return new DeliveryException.Released("The attempt could not be recorded");
    }

    /** An email whose domain has no mail host is refused; any other waits, and fails when it has waited too long. */
    private Future<Void> notLeased(InFlightEmail inFlight, Throwable error) {
        return error instanceof RoutingException unroutable
                ? runner.run(
                        inFlight,
                        ignored -> (envelope, message, progress) -> Future.failedFuture(dispatcher.failure(unroutable)))
                : failures.retryAfter(dispatcher.retryAfter(inFlight.claimed(), error));
    }
}
