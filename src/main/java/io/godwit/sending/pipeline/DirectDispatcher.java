package io.godwit.sending.pipeline;

import io.godwit.delivery.DeliveryFailedException;
import io.godwit.delivery.DeliveryRequest;
import io.godwit.delivery.DirectDelivery;
import io.godwit.delivery.DirectSettings.Mode;
import io.godwit.delivery.LeasedDelivery;
import io.godwit.delivery.SuspendedSite;
import io.godwit.delivery.egress.HeldException;
import io.godwit.delivery.routing.RoutingException;
import io.godwit.delivery.simulator.SimulatorDomain;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.queue.RetryAfterStore.RetryAfter;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * Asks direct delivery for the emails of the outbox. Without it, every email goes by the relay.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class DirectDispatcher {

    /** The pause after a failure of our own, such as a look-up that went wrong. */
    private static final Duration AFTER_FAULT = Duration.ofSeconds(5);

    /** The pause of an email that is put back to its own lane; some are claimed from the same one again. */
    private static final Duration MISPLACED = Duration.ofSeconds(5);

    private final Optional<DirectDelivery> direct;
    private final SimulatorDomain simulator;

    /** @param simulator the domain whose emails never leave this system */
    DirectDispatcher(Optional<DirectDelivery> direct, SimulatorDomain simulator) {
        this.direct = direct;
        this.simulator = simulator;
    }

    /** Returns whether any email may go straight to a mail host. */
    boolean isUsed() {
        return direct.filter(DirectDelivery::isUsed).isPresent();
    }

    /** Returns the max number of emails in flight to mail hosts; 0 while all emails go by the relay. */
    int slots() {
        return direct.filter(DirectDelivery::isUsed)
                .map(DirectDelivery::connections)
                .orElse(0);
    }

    /**
     * Returns the way emails of the lane leave. One whose choice was changed since it was queued, and one that goes by the relay for
     * another reason than a choice, may leave the other way.
     */
    Mode mode(Lane lane) {
        return lane.destination() != Lane.BY_RELAY
                        && direct.filter(delivery -> delivery.isUsed(lane.project()))
                                .isPresent()
                ? Mode.DIRECT
                : Mode.RELAY;
    }

    /** Returns the way the email leaves. */
    Mode mode(ClaimedEmail claimed) {
        return isDirect(claimed) ? Mode.DIRECT : Mode.RELAY;
    }

    /** Returns whether the email was claimed from a lane whose emails leave another way. */
    boolean isMisplaced(ClaimedEmail claimed) {
        return mode(new Lane(
                        claimed.project().value(),
                        claimed.lane(),
                        claimed.facts().siteNumber()))
                != mode(claimed);
    }

    /** Returns the lanes in which emails may have been queued, as notices do not tell which of them go by the relay. */
    List<Lane> lanes(Collection<Lane> queued) {
        return queued.stream().flatMap(this::lanes).toList();
    }

    private Stream<Lane> lanes(Lane queued) {
        return direct.filter(delivery -> delivery.hasRelayNumber(queued.project()))
                        .isPresent()
                ? Stream.of(queued, new Lane(queued.project(), queued.lane(), Lane.BY_RELAY))
                : Stream.of(queued);
    }

    /** Returns whether the email goes straight to a mail host, by the choices as they are now. */
    boolean isDirect(ClaimedEmail claimed) {
        var facts = claimed.facts();
        return direct.isPresent()
                && !simulator.contains(claimed.domain())
                && direct.get().isDirect(claimed.project().value(), facts.senderDomain(), facts.emailClass());
    }

    /** Returns whether claims have to visit sites with a number. */
    boolean hasNumberedSites() {
        return direct.filter(DirectDelivery::hasNumberedSites).isPresent();
    }

    /** Returns the sites whose emails are not claimed now, for a cause that lasts. */
    List<SuspendedSite> suspendedSites() {
        return direct.map(DirectDelivery::suspendedSites).orElse(List.of());
    }

    /** Returns the egress sources that only other nodes may send from. */
    Collection<String> foreignSources() {
        return direct.orElseThrow().foreignSources();
    }

    /** Returns the capacity of each site of a lane whose emails go direct, less the emails this node has claimed for it. */
    ToIntFunction<Lane> capacity(Map<Short, Integer> siteToClaimed) {
        return lane -> direct.isEmpty() || lane.destination() == 0
                ? Integer.MAX_VALUE
                : direct.get().capacity(lane.destination(), lane.lane())
                        - siteToClaimed.getOrDefault(lane.destination(), 0);
    }

    /** Completes with a connection and the permit to send the email. */
    Future<LeasedDelivery> lease(ClaimedEmail claimed) {
        var facts = claimed.facts();
        return direct.orElseThrow()
                .lease(new DeliveryRequest(
                        claimed.project().value(),
                        claimed.domain(),
                        claimed.lane(),
                        facts.senderDomain(),
                        facts.emailClass(),
                        facts.tlsReport(),
                        facts.source(),
                        facts.sinceFirstAttempt(),
                        facts.unclear()));
    }

    /** Returns the failure of an email whose domain has no mail host: the reply a mail host of it would give to RCPT. */
    DeliveryFailedException failure(RoutingException unroutable) {
        return DeliveryFailedException.unroutable(unroutable);
    }

    /** Returns how an email waits that was leased no connection. */
    RetryAfter retryAfter(ClaimedEmail claimed, Throwable error) {
        return error instanceof HeldException held
                ? retryAfter(claimed, held, false)
                : new RetryAfter(
                        claimed,
                        AFTER_FAULT,
                        "The mail host could not be found out.",
                        false,
                        false,
                        false,
                        Mode.DIRECT);
    }

    /** Returns how an email waits that was claimed from a lane of the other way: in its own one. */
    RetryAfter inItsLane(ClaimedEmail claimed) {
        return new RetryAfter(claimed, MISPLACED, "Others wait before it.", false, true, false, mode(claimed));
    }

    /**
     * Returns how an email waits that direct delivery holds.
     *
     * @param begun whether the attempt of the email had begun
     */
    static RetryAfter retryAfter(ClaimedEmail claimed, HeldException held, boolean begun) {
        return new RetryAfter(
                claimed,
                held.pause(),
                String.valueOf(held.getMessage()),
                held.isLasting(),
                held.isPassing(),
                begun,
                Mode.DIRECT);
    }
}
