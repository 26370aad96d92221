package io.godwit.sending.pipeline;

import io.godwit.core.Failure;
import io.godwit.core.LeaseLostException;
import io.godwit.sending.ClaimedEmail;
import io.godwit.sending.EmailAttempt;
import io.godwit.sending.SendRules;
import io.godwit.sending.rendering.DeliveryException;
import io.godwit.sending.rendering.MessageComposer;
import io.godwit.sending.rendering.SignedMessage;
import io.godwit.sending.results.DeliveryLog;
import io.godwit.sending.results.SmtpReplyClassifier;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpStage;
import io.godwit.smtp.Transport;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers claimed emails, as many at once as the transport has slots. An attempt is marked, counted and dated before its work,
 * and marked again before its final dot, so at most that many emails are in doubt when the node crashes.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class DeliveryWorker {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryWorker.class);

    /** Rows claimed per slot: one in flight and one that follows at once. */
    private static final int PREFETCH = 2;

    /** Max results PostgreSQL has not stored yet; beyond, no attempt is started. */
    private static final int MAX_UNRECORDED = 1000;

    /** Max bytes of content in memory as messages; each takes several times its size while it is composed. */
    private static final long CONTENT_BYTES = 16L << 20;

    private static final Duration DRAIN_POLL_INTERVAL = Duration.ofMillis(20);

    private final Transport transport;
    private final AttemptStarter attempts;
    private final MessageComposer composer;
    private final DeliveryLog log;
    private final SendGate gate;
    private final FailureClassifier failures;
    private final ContentBudget budget = new ContentBudget(CONTENT_BYTES);
    private final StartQueue queue;
    private Runnable onCapacity = () -> {};

    DeliveryWorker(
            Transport transport,
            AttemptStarter attempts,
            MessageComposer composer,
            SendGate gate,
            FailureClassifier failures,
            StartQueue queue) {
        this.transport = transport;
        this.attempts = attempts;
        this.composer = composer;
        this.log = failures.log();
        this.gate = gate;
        this.failures = failures;
        this.queue = queue;
    }

    /** Calls the listener when more rows can be claimed. */
    void onCapacity(Runnable listener) {
        onCapacity = listener;
    }

    /** Returns the number of rows worth claiming: 0 until a whole round fits. */
    int capacity() {
        var allowed = gate.maxInFlight(transport.slots());
        var capacity = PREFETCH * allowed - queue.waiting() - queue.inFlight();
        return capacity >= Math.max(1, allowed / 2) && log.unrecorded() < MAX_UNRECORDED ? capacity : 0;
    }

    void offer(List<ClaimedEmail> claimed) {
        queue.add(claimed);
        startReady();
    }

    /** Starts waiting emails, as far as the limits allow. */
    void startReady() {
        release(queue.removeWaiting(gate.breaker()::isPaused));
        for (var next = start(); next.isPresent(); next = start()) {
            var email = next.get();
            work(email).onComplete(ignored -> next(email));
        }
    }

    private Optional<InFlightEmail> start() {
        return queue.start(gate.maxInFlight(transport.slots()));
    }

    private void next(InFlightEmail email) {
        queue.ended(email);
        startReady();
        if (capacity() > 0) {
            onCapacity.run();
        }
    }

    /**
     * Finds stalled connections, and releases the emails that wait for them. Returns the number of stalled connections by
     * stage.
     */
    Map<String, Integer> review() {
        var stageToStalled = queue.review();
        attempts.postpone(queue.pollStalled(gate.maxInFlight(transport.slots())))
                .onFailure(error -> LOG.warn("Claimed emails could not be deferred", error));
        startReady();
        return stageToStalled;
    }

    private Future<Void> work(InFlightEmail inFlight) {
        var claimed = inFlight.claimed();
        if (claimed.isDead()) {
            return attempts.markDead(claimed);
        }
        var refusal = claimed.refusal().filter(heldRefusal -> gate.breaker().concludes(claimed, heldRefusal));
        if (refusal.isPresent()) {
            log.ended(claimed, refusal.get().outcome());
            return Future.succeededFuture();
        }
        if (!claimed.coolDown().isZero()) {
            return attempts.coolDown(claimed);
        }
        return attempts.begin(claimed)
                .compose(email -> email.eligibility().isPaused() ? attempts.pause(claimed) : deliver(inFlight, email))
                .recover(error -> release(claimed, error));
    }

    /**
     * Delivers one email. While an email is composed alone it does not wait for the content budget: nothing else is started
     * until it is composed.
     */
    private Future<Void> deliver(InFlightEmail inFlight, EmailAttempt email) {
        return inFlight.claimed().isClaimedAlone()
                ? deliverComposed(inFlight, email)
                : budget.acquire(
                        inFlight.claimed().domain(), email.contentBytes(), () -> deliverComposed(inFlight, email));
    }

    /** Composes, sends and records one email: sent, refused for good, or due again later. */
    private Future<Void> deliverComposed(InFlightEmail inFlight, EmailAttempt email) {
        return refuseUnwanted(email)
                .compose(composer::compose)
                .compose(message -> clearCrashes(inFlight).map(message))
                .onComplete(ignored -> composed(inFlight))
                .recover(error -> Future.failedFuture(
                        isForWantOfDatabase(error) ? new DeliveryException.Postponed("It is away") : error))
                .compose(message -> transmit(inFlight, message))
                .recover(error -> recordFailure(email, error));
    }

    private Future<Void> clearCrashes(InFlightEmail email) {
        return email.claimed().isClaimedAlone() ? attempts.clearCrashes(email.claimed()) : Future.succeededFuture();
    }

    private void composed(InFlightEmail email) {
        queue.composed(email);
        if (email.claimed().isClaimedAlone()) {
            startReady();
        }
    }

    /** Returns whether the database or the journal is not available, which says nothing about the email. */
    private boolean isForWantOfDatabase(Throwable error) {
        return !(error instanceof DeliveryException.Rejected)
                && (!gate.canRecord()
                        || (error instanceof Failure failure && failure.kind() == Failure.Kind.SERVICE_UNAVAILABLE));
    }

    private static Future<EmailAttempt> refuseUnwanted(EmailAttempt email) {
        return SendRules.why(email)
                .map(outcome -> Future.<EmailAttempt>failedFuture(new DeliveryException.Rejected(outcome)))
                .orElseGet(() -> Future.succeededFuture(email));
    }

    private Future<Void> transmit(InFlightEmail inFlight, SignedMessage message) {
        var email = message.email();
        if (!gate.canRecord() || !attempts.isLeased(email.claimed())) {
            return Future.failedFuture(new DeliveryException.Postponed("The end of the attempt could not be recorded"));
        }
        inFlight.transmit(() -> log.offered(email, inFlight.index()), reply -> log.note(email, reply));
        return transport
                .send(message.envelope(), message.message(), inFlight)
                .onSuccess(ignored -> gate.accepted(email))
                .compose(reply ->
                        inFlight.journaled(reply).compose(journalFile -> log.accepted(message, reply, journalFile)));
    }

    private Future<Void> recordFailure(EmailAttempt email, Throwable error) {
        gate.breaker().ended(email.claimed());
        if (error instanceof DeliveryException.Postponed) {
            return Future.failedFuture(error);
        }
        if (error instanceof SmtpException failure) {
            recordFailure(email, failure);
        }
        failures.record(email, error);
        return Future.succeededFuture();
    }

    /** Passes the failure to the circuit breaker of the mail server. */
    private void recordFailure(EmailAttempt email, SmtpException failure) {
        if (SmtpReplyClassifier.isAboutRelayAccount(failure)) {
            var reply = failure.reply()
                    .map(SmtpReplyClassifier::sentence)
                    .orElseGet(() -> String.valueOf(failure.getMessage()));
            gate.refused(reply).ifPresent(pause -> LOG.atError()
                    .addKeyValue("retryIn", pause)
                    .addKeyValue("reply", reply)
                    .log("The mail server rejects the account it is used with; nothing is sent for a while"));
            release(queue.pollAll());
        } else if (failure.reply().isPresent()) {
            gate.answered();
            if (failure.stage() == SmtpStage.RCPT) {
                queue.reached(email.claimed());
            }
        }
    }

    /**
     * Releases an email of which nothing was sent. While the database is not available the claim is kept here: its attempt may
     * have been marked or not.
     */
    private Future<Void> release(ClaimedEmail claimed, Throwable error) {
        gate.breaker().ended(claimed);
        if (error instanceof LeaseLostException) {
            attempts.dropLease(claimed);
            return Future.succeededFuture();
        }
        if (error instanceof DeliveryException.Postponed || gate.canRecord()) {
            return attempts.release(List.of(claimed));
        }
        queue.addFirst(claimed);
        return Future.succeededFuture();
    }

    private void release(List<ClaimedEmail> claimed) {
        attempts.release(claimed).onFailure(error -> LOG.warn("Claimed emails could not be released", error));
    }

    /**
     * Starts no more attempts, releases the waiting emails, and completes when the emails in flight have ended or the limit has
     * passed.
     */
    Future<Void> awaitIdle(Vertx vertx, Duration limit) {
        gate.stop();
        var deadline = System.nanoTime() + limit.toNanos();
        return attempts.release(queue.pollAll()).compose(ignored -> awaitIdle(vertx, deadline));
    }

    private Future<Void> awaitIdle(Vertx vertx, long deadline) {
        var inFlight = queue.inFlight();
        if ((inFlight == 0 && log.unrecorded() == 0) || System.nanoTime() - deadline >= 0) {
            LOG.atInfo().addKeyValue("inFlight", inFlight).log("Sending has stopped");
            return Future.succeededFuture();
        }
        return vertx.timer(DRAIN_POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)
                .compose(ignored -> awaitIdle(vertx, deadline));
    }
}
