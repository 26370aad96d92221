package io.godwit.sending.pipeline;

import io.godwit.core.LeaseLostException;
import io.godwit.core.id.ProjectId;
import io.godwit.delivery.DeliveryFailedException;
import io.godwit.delivery.LentDelivery;
import io.godwit.delivery.routing.RoutingException;
import io.godwit.sending.ClaimedEmail;
import io.godwit.sending.EmailAttempt;
import io.godwit.sending.SendRules;
import io.godwit.sending.SendingMessages.Lane;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
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

    /** Max results PostgreSQL has not stored yet; beyond, no attempt is started. */
    private static final int MAX_UNRECORDED = 1000;

    /** Max bytes of content in memory as messages; each takes several times its size while it is composed. */
    private static final long CONTENT_BYTES = 16L << 20;

    private static final Duration DRAIN_POLL_INTERVAL = Duration.ofMillis(20);

    private final Transport transport;
    private final MxDispatcher mx;
    private final AttemptStarter attempts;
    private final MessageComposer composer;
    private final DeliveryLog log;
    private final SendGate gate;
    private final FailureClassifier failures;
    private final ContentBudget budget = new ContentBudget(CONTENT_BYTES);
    private final StartQueue queue;
    private final RelayHolds relayHolds;
    private Runnable onCapacity = () -> {};

    DeliveryWorker(
            Transport transport,
            MxDispatcher mx,
            AttemptStarter attempts,
            MessageComposer composer,
            SendGate gate,
            FailureClassifier failures,
            StartQueue queue,
            RelayHolds relayHolds) {
        this.transport = transport;
        this.mx = mx;
        this.attempts = attempts;
        this.composer = composer;
        this.log = failures.log();
        this.gate = gate;
        this.failures = failures;
        this.queue = queue;
        this.relayHolds = relayHolds;
    }

    /** Calls the listener when more rows can be claimed. */
    void onCapacity(Runnable listener) {
        onCapacity = listener;
    }

    /** Returns the number of rows worth claiming now. */
    int capacity() {
        return log.unrecorded() < MAX_UNRECORDED ? queue.capacity(maxInFlight()) : 0;
    }

    void offer(List<ClaimedEmail> claimed) {
        queue.add(claimed);
        startReady();
    }

    /** Starts waiting emails, as far as the limits allow. */
    void startReady() {
        release(queue.removeWaiting(gate.breaker()::isPaused));
        retryLater(queue.removeWaiting(claimed -> relayHolds.isHeld(claimed) && !mx.isDirect(claimed)));
        for (var next = start(); next.isPresent(); next = start()) {
            var email = next.get();
            work(email).onComplete(ignored -> next(email));
        }
    }

    /** Returns whether the emails of the lane may be claimed as far as the relays its project chose are concerned. */
    boolean mayGo(Lane lane) {
        return mx.isUsed() || !relayHolds.isHeld(new ProjectId(lane.project()));
    }

    /** Returns the number of emails here by the number of their destination. */
    Map<Short, Integer> countByDestination() {
        return queue.countByDestination();
    }

    private int maxInFlight() {
        var relay = gate.maxInFlight(transport.slots());
        return gate.canRecord() ? relay + mx.slots() : 0;
    }

    private Optional<InFlightEmail> start() {
        if (!mx.isUsed()) {
            return queue.start(maxInFlight(), claimed -> true);
        }
        var relayHasRoom = queue.occupied(claimed -> !mx.isDirect(claimed)) < gate.maxInFlight(transport.slots());
        return queue.start(maxInFlight(), claimed -> relayHasRoom || mx.isDirect(claimed));
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
        retryLater(stalled());
        startReady();
        return stageToStalled;
    }

    /** The emails that wait for a stalled domain or project, and those for a relay that takes none while others go without it. */
    private List<ClaimedEmail> stalled() {
        var stalled = queue.pollStalled(maxInFlight());
        if (!mx.isUsed() || gate.maxInFlight(transport.slots()) > 0) {
            return stalled;
        }
        var waiting = new ArrayList<>(stalled);
        waiting.addAll(queue.removeWaiting(claimed -> !mx.isDirect(claimed)));
        return waiting;
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
        return mx.isDirect(claimed) ? sendToMx(inFlight) : attempt(inFlight, this::relays);
    }

    private Future<Void> attempt(InFlightEmail inFlight, Function<EmailAttempt, MessageSender> sender) {
        var claimed = inFlight.claimed();
        return attempts.begin(claimed)
                .compose(email ->
                        email.eligibility().isPaused() ? attempts.pause(claimed) : deliver(inFlight, email, sender))
                .recover(error -> release(claimed, error));
    }

    /** Begins the attempt when there is a connection to a mail host. */
    private Future<Void> sendToMx(InFlightEmail inFlight) {
        return mx.lend(inFlight.claimed()).compose(lent -> sendOver(inFlight, lent), error -> notLent(inFlight, error));
    }

    /** Sends the email, unless the node is stopping or could not record its end. */
    private Future<Void> sendOver(InFlightEmail inFlight, LentDelivery lent) {
        if (!gate.canRecord()) {
            var postponed = new DeliveryException.Postponed("The attempt could not be recorded");
            return lent.release().compose(ignored -> release(inFlight.claimed(), postponed));
        }
        inFlight.leaves(lent.source());
        return attempt(inFlight, email -> lent::send).eventually(lent::release);
    }

    /** An email whose domain has no mail host is refused; any other waits, and fails when it has waited too long. */
    private Future<Void> notLent(InFlightEmail inFlight, Throwable error) {
        var claimed = inFlight.claimed();
        if (error instanceof RoutingException unroutable) {
            return attempt(
                    inFlight, email -> (envelope, message, progress) -> Future.failedFuture(mx.failure(unroutable)));
        }
        var postponement = mx.postponement(claimed, error);
        failures.metrics().held();
        return failures.isLast(claimed.facts().age(), postponement.pause())
                ? attempts.begin(claimed)
                        .onSuccess(email -> failures.expired(email, postponement.reason()))
                        .recover(late -> release(claimed, late).mapEmpty())
                        .mapEmpty()
                : attempts.postpone(postponement);
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
                        gate.isForWantOfDatabase(error) ? new DeliveryException.Postponed("It is away") : error))
                .compose(message -> transmit(inFlight, message, sender))
                .recover(error -> recordFailure(inFlight, email, error));
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

    private Future<EmailAttempt> refuseUnwanted(EmailAttempt email) {
        return SendRules.why(email, gate.simulator())
                .map(outcome -> Future.<EmailAttempt>failedFuture(new DeliveryException.Rejected(outcome)))
                .orElseGet(() -> Future.succeededFuture(email));
    }

    private Future<Void> transmit(
            InFlightEmail inFlight, SignedMessage message, Function<EmailAttempt, MessageSender> sender) {
        var email = message.email();
        if (!gate.canRecord() || !attempts.isLeased(email.claimed())) {
            return Future.failedFuture(new DeliveryException.Postponed("The end of the attempt could not be recorded"));
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

    /** Returns the relays that the email's project chose. */
    private MessageSender relays(EmailAttempt email) {
        return transport.through(email.eligibility().relays())::send;
    }

    /** Lets the next email go behind one that waits for the reply to its final dot, unless the mail server is being probed. */
    private void atDot(InFlightEmail email) {
        if (!email.isDirect() && gate.maxInFlight(transport.slots()) == transport.slots()) {
            queue.atDot(email, transport.overlap());
            startReady();
        }
    }

    private void accepted(InFlightEmail inFlight, EmailAttempt email) {
        if (inFlight.isDirect()) {
            gate.acceptedByMx(email);
        } else {
            gate.accepted(email);
        }
    }

    private Future<Void> recordFailure(InFlightEmail inFlight, EmailAttempt email, Throwable error) {
        inFlight.trace().failed(error);
        gate.breaker().ended(email.claimed());
        if (error instanceof DeliveryException.Postponed) {
            return Future.failedFuture(error);
        }
        if (RelayHolds.isOutage(error)) {
            failures.metrics().held();
            return attempts.postpone(relayHolds.hold(email, error));
        }
        if (error instanceof SmtpException failure && concernsAll(email)) {
            recordFailure(email, failure);
        } else if (error instanceof DeliveryFailedException failed && failed.isReplyToRecipient()) {
            queue.reached(email.claimed());
        }
        failures.record(email, error, inFlight.evidence());
        return Future.succeededFuture();
    }

    /** Returns whether a failure may be one of all emails: not with a simulated mail system or relays of the project's choice. */
    private boolean concernsAll(EmailAttempt email) {
        return email.eligibility().relays().isEmpty()
                && !gate.simulator().contains(email.claimed().domain());
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
            release(queue.removeWaiting(claimed -> !mx.isDirect(claimed)));
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

    private void retryLater(List<ClaimedEmail> claimed) {
        attempts.postpone(claimed).onFailure(error -> LOG.warn("Claimed emails could not be deferred", error));
    }

    /**
     * Starts no more attempts, releases the waiting emails, and completes when the emails in flight have ended or the limit has
     * passed.
     */
    Future<Void> awaitIdle(Vertx vertx, Duration limit) {
        gate.stop();
        var deadline = System.nanoTime() + limit.toNanos();
        return releaseWaiting().compose(ignored -> awaitIdle(vertx, deadline));
    }

    /** Releases the waiting emails; a claim that was on its way when the node began to stop brings some late. */
    Future<Void> releaseWaiting() {
        return attempts.release(queue.pollAll());
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
