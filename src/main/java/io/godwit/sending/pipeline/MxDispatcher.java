package io.godwit.sending.pipeline;

import io.godwit.delivery.DeliveryFailedException;
import io.godwit.delivery.DeliveryRequest;
import io.godwit.delivery.DirectDelivery;
import io.godwit.delivery.LentDelivery;
import io.godwit.delivery.SuspendedDestination;
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

/**
 * Asks direct delivery for the emails of the outbox. Without it, every email goes by the relay.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class MxDispatcher {

    /** The pause after a failure of our own, such as a look-up that went wrong. */
    private static final Duration AFTER_FAULT = Duration.ofSeconds(5);

    private final Optional<DirectDelivery> direct;
    private final SimulatorDomain simulator;

    /** @param simulator the domain whose emails never leave this system */
    MxDispatcher(Optional<DirectDelivery> direct, SimulatorDomain simulator) {
        this.direct = direct;
        this.simulator = simulator;
    }

    /** Returns whether any email may go straight to a mail host. */
    boolean isUsed() {
        return direct.filter(DirectDelivery::isUsed).isPresent();
    }

    /** Returns max emails in flight to mail hosts. */
    int slots() {
        return direct.filter(DirectDelivery::isUsed)
                .map(DirectDelivery::connections)
                .orElse(0);
    }

    boolean isDirect(ClaimedEmail claimed) {
        var facts = claimed.facts();
        return direct.isPresent()
                && !simulator.contains(claimed.domain())
                && direct.get().isDirect(claimed.project().value(), facts.senderDomain(), facts.emailClass());
    }

    /** Returns whether claims have to visit destinations with a number. */
    boolean hasDestinations() {
        return direct.filter(DirectDelivery::hasDestinations).isPresent();
    }

    /** Returns the destinations whose emails are not claimed now, for a cause that lasts. */
    List<SuspendedDestination> suspendedDestinations() {
        return direct.map(DirectDelivery::suspendedDestinations).orElse(List.of());
    }

    Collection<String> foreignSources() {
        return direct.orElseThrow().foreignSources();
    }

    /** Returns the capacity of each lane's destination, less the emails this node has claimed for it. */
    ToIntFunction<Lane> capacity(Map<Short, Integer> destinationToClaimed) {
        return lane -> direct.isEmpty() || lane.destination() == 0
                ? Integer.MAX_VALUE
                : direct.get().capacity(lane.destination(), lane.lane())
                        - destinationToClaimed.getOrDefault(lane.destination(), 0);
    }

    /** Completes with a connection and the permit to send the email. */
    Future<LentDelivery> lend(ClaimedEmail claimed) {
        var facts = claimed.facts();
        return direct.orElseThrow()
                .lend(new DeliveryRequest(
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

    /** Returns how an email waits that was lent no connection. */
    RetryAfter retryAfter(ClaimedEmail claimed, Throwable error) {
        return error instanceof HeldException held
                ? retryAfter(claimed, held, false)
                : new RetryAfter(claimed, AFTER_FAULT, "The mail host could not be found out.", false, false);
    }

    /** @param begun whether the attempt of the email had begun */
    static RetryAfter retryAfter(ClaimedEmail claimed, HeldException held, boolean begun) {
        return new RetryAfter(claimed, held.pause(), String.valueOf(held.getMessage()), held.isLasting(), begun);
    }
}
