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
 * The claimed emails of this node: those that wait to be started, and those under way. A suspect is started when nothing else
 * is being composed, and until it is composed nothing else is started.
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

    /** The next to start, which is under way from now on; empty while none may. */
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

    /** It is a message now, or will be none. */
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

    /** A mail server judged the recipient: its domain can be reached. */
    void reached(ClaimedEmail ticket) {
        limits.reached(ticket.domain());
    }

    /** Takes out everything that waits. */
    List<ClaimedEmail> takeAll() {
        return removeWaiting(ticket -> true);
    }

    List<ClaimedEmail> removeWaiting(Predicate<ClaimedEmail> which) {
        var taken = waiting.stream().filter(which).toList();
        waiting.removeAll(taken);
        return taken;
    }

    /** Takes out what waits for something that stands still, so that it is not in the way of the rest. */
    List<ClaimedEmail> takeStalled(int allowance) {
        var free = allowance - underWay.size();
        return removeWaiting(ticket -> limits.isStalled(ticket) && !limits.mayStart(ticket, free));
    }

    /** Answers how many connections stand still, by stage. */
    Map<String, Integer> review() {
        return limits.review(underWay);
    }
}
