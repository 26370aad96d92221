package io.godwit.sending.pipeline;

import io.godwit.sending.ClaimedEmail;
import io.godwit.sending.queue.ConcurrencySettings;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The claimed emails of this node: those waiting to start and those in flight. An email that is composed alone starts when no
 * other is being composed, and until it is composed no other is started.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class StartQueue {

    private final ConcurrencyLimiter limits;
    private final LongSupplier nanoTime;
    private final List<ClaimedEmail> waiting = new ArrayList<>();
    private final Set<InFlightEmail> underWay = new LinkedHashSet<>();
    private final BitSet places = new BitSet();
    private int composing;
    private boolean suspectAlone;

    StartQueue(ConcurrencySettings settings, LongSupplier nanoTime) {
        this.limits = new ConcurrencyLimiter(settings, nanoTime);
        this.nanoTime = nanoTime;
    }

    void add(List<ClaimedEmail> tickets) {
        waiting.addAll(tickets);
    }

    void addFirst(ClaimedEmail ticket) {
        waiting.add(0, ticket);
    }

    int waiting() {
        return waiting.size();
    }

    int underWay() {
        return underWay.size();
    }

    /** Starts the next email and moves it to those in flight; empty while none may start. */
    Optional<InFlightEmail> start(int allowance) {
        if (suspectAlone || underWay.size() >= allowance) {
            return Optional.empty();
        }
        for (var next = waiting.iterator(); next.hasNext(); ) {
            var ticket = next.next();
            if (ticket.isSuspect() && composing > 0) {
                return Optional.empty();
            }
            if (limits.mayStart(ticket, allowance - underWay.size())) {
                next.remove();
                return Optional.of(started(ticket));
            }
        }
        return Optional.empty();
    }

    private InFlightEmail started(ClaimedEmail ticket) {
        var attempt = new InFlightEmail(ticket, places.nextClearBit(0), limits, nanoTime);
        underWay.add(attempt);
        places.set(attempt.place());
        limits.started(ticket);
        composing++;
        suspectAlone = ticket.isSuspect();
        return attempt;
    }

    /** Notes that the email is composed, or will not be. */
    void composed(InFlightEmail attempt) {
        if (attempt.composed()) {
            composing--;
            suspectAlone &= !attempt.ticket().isSuspect();
        }
    }

    void ended(InFlightEmail attempt) {
        composed(attempt);
        underWay.remove(attempt);
        places.clear(attempt.place());
        limits.ended(attempt.ticket());
    }

    /** Notes that a mail server replied about the recipient, so its domain is reachable. */
    void reached(ClaimedEmail ticket) {
        limits.reached(ticket.domain());
    }

    /** Removes and returns all waiting emails. */
    List<ClaimedEmail> takeAll() {
        return removeWaiting(ticket -> true);
    }

    List<ClaimedEmail> removeWaiting(Predicate<ClaimedEmail> which) {
        var taken = waiting.stream().filter(which).toList();
        waiting.removeAll(taken);
        return taken;
    }

    /** Removes and returns the emails that wait for a stalled domain or project, so that they do not block the rest. */
    List<ClaimedEmail> takeStalled(int allowance) {
        var free = allowance - underWay.size();
        return removeWaiting(ticket -> limits.isStalled(ticket) && !limits.mayStart(ticket, free));
    }

    /** Returns the number of stalled connections by stage. */
    Map<String, Integer> review() {
        return limits.review(underWay);
    }
}
