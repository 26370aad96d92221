package io.godwit.sending.pipeline;

import io.godwit.core.AsyncLoop;
import io.godwit.core.AsyncLoop.Iteration;
import io.godwit.core.id.ProjectId;
import io.godwit.delivery.DirectSettings.Mode;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.attempt.ClaimedEmail;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which claimed emails start when, as many at once as there are connections, and which are released instead, now or after a
 * pause. {@link EmailDelivery} delivers the started ones.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class DeliveryWorker {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryWorker.class);

    private static final Duration DRAIN_POLL_INTERVAL = Duration.ofMillis(20);

    private final EmailDelivery delivery;
    private final AttemptStarter attempts;
    private final StartQueue queue;
    private final SendGate gate;
    private final RelayHolds relayHolds;
    private final DirectDispatcher dispatcher;
    private Runnable onCapacity = () -> {};

    DeliveryWorker(
            EmailDelivery delivery,
            AttemptStarter attempts,
            StartQueue queue,
            SendGate gate,
            RelayHolds relayHolds,
            DirectDispatcher dispatcher) {
        this.delivery = delivery;
        this.attempts = attempts;
        this.queue = queue;
        this.gate = gate;
        this.relayHolds = relayHolds;
        this.dispatcher = dispatcher;
    }

    /** Calls the listener when more rows can be claimed. */
    void onCapacity(Runnable listener) {
        onCapacity = listener;
    }

    /** Returns the number of rows worth claiming now of emails that leave this way. */
    int capacity(Mode mode) {
        return gate.mayClaim() ? queue.capacity(mode, maxInFlight(mode)) : 0;
    }

    /** Returns whether any rows are worth claiming now. */
    boolean hasCapacity() {
        return Stream.of(Mode.values()).anyMatch(mode -> capacity(mode) > 0);
    }

    /** Takes claimed emails. One from a lane of the other way is put back to its own when as many wait for its way as may. */
    void offer(List<ClaimedEmail> claimed) {
        for (var email : claimed) {
            if (!dispatcher.isMisplaced(email) || mayWait(dispatcher.mode(email))) {
                queue.add(List.of(email));
            } else {
                putBack(email);
            }
        }
        startReady();
    }

    private boolean mayWait(Mode mode) {
        return queue.mayWait(mode, maxInFlight(mode));
    }

    private void putBack(ClaimedEmail misplaced) {
        gate.breaker().ended(misplaced);
        attempts.retryAfter(dispatcher.inItsLane(misplaced))
                .onFailure(error -> LOG.warn("A claimed email could not be put back", error));
    }

    /** Starts waiting emails, as far as the limits allow. */
    void startReady() {
        release(queue.removeWaiting(gate.breaker()::isOpen));
        retryAfterPause(queue.removeWaiting(claimed -> relayHolds.isHeld(claimed) && !dispatcher.isDirect(claimed)));
        for (var next = queue.start(this::maxInFlight); next.isPresent(); next = queue.start(this::maxInFlight)) {
            var email = next.get();
            delivery.deliver(email).onComplete(ignored -> next(email));
        }
    }

    /** Returns whether the emails of the lane may be claimed as far as the relays its project chose are concerned. */
    boolean mayGo(Lane lane) {
        return dispatcher.mode(lane) == Mode.DIRECT || !relayHolds.isHeld(new ProjectId(lane.project()));
    }

    /** Returns the number of emails here that go direct by the number of their site. */
    Map<Short, Integer> countBySite() {
        return queue.countBySite();
    }

    private int maxInFlight(Mode mode) {
        if (mode == Mode.RELAY) {
            return gate.maxInFlight();
        }
        return gate.canRecord() ? dispatcher.slots() : 0;
    }

    private void next(InFlightEmail email) {
        queue.ended(email);
        startReady();
        if (capacity(email.mode()) > 0) {
            onCapacity.run();
        }
    }

    /**
     * Finds stalled connections, and releases the emails that wait for them. Returns the number of stalled connections by
     * stage.
     */
    Map<String, Integer> review() {
        var stageToStalled = queue.review();
        retryAfterPause(queue.pollStalled(this::maxInFlight));
        startReady();
        return stageToStalled;
    }

    private void release(List<ClaimedEmail> claimed) {
        attempts.release(claimed).onFailure(error -> LOG.warn("Claimed emails could not be released", error));
    }

    private void retryAfterPause(List<ClaimedEmail> claimed) {
        attempts.retryAfter(claimed).onFailure(error -> LOG.warn("Claimed emails could not be deferred", error));
    }

    /**
     * Starts no more attempts, releases the waiting emails, and completes when the emails in flight have ended or the limit has
     * passed.
     */
    Future<Void> awaitIdle(Vertx vertx, Duration limit) {
        gate.stop();
        var deadline = System.nanoTime() + limit.toNanos();
        return releaseWaiting()
                .compose(ignored -> AsyncLoop.run(queue.inFlight(), inFlight -> awaitFewer(vertx, deadline)))
                .onSuccess(inFlight ->
                        LOG.atInfo().addKeyValue("inFlight", inFlight).log("Sending has stopped"))
                .mapEmpty();
    }

    /** Releases the waiting emails; a claim that was on its way when the node began to stop brings some late. */
    Future<Void> releaseWaiting() {
        return attempts.release(queue.pollAll());
    }

    /** Waits for some milliseconds, unless nothing is in flight or the time is over. */
    private Future<Iteration<Integer>> awaitFewer(Vertx vertx, long deadline) {
        var inFlight = queue.inFlight();
        if ((inFlight == 0 && gate.unrecorded() == 0) || System.nanoTime() - deadline >= 0) {
            return Future.succeededFuture(Iteration.last(inFlight));
        }
        return vertx.timer(DRAIN_POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)
                .map(Iteration.more(inFlight));
    }
}
