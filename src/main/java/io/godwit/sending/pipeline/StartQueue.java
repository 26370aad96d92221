package io.godwit.sending.pipeline;

import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.queue.ConcurrencySettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The claimed emails of this node: those waiting to start and those in flight. An email that is composed alone starts when no
 * other is being composed, and until it is composed no other is started.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class StartQueue {

    private static final Duration QUICK_DOT = Duration.ofSeconds(1);

    /** Max emails that wait for each connection. */
    private static final int MAX_WAITING = 8;

    private final ConcurrencyLimiter limiter;
    private final LongSupplier nanoTime;
    private final List<ClaimedEmail> waiting = new ArrayList<>();
    private final Set<InFlightEmail> inFlight = new LinkedHashSet<>();
    private final BitSet usedIndexes = new BitSet();
    private final StartRate rate;
    private final EmailTracer tracer;
    private int composing;
    private int atDot;
    private boolean quickDots;
    private boolean claimedAlone;

    StartQueue(ConcurrencySettings settings, LongSupplier nanoTime, EmailTracer tracer) {
        this.limiter = new ConcurrencyLimiter(settings, nanoTime);
        this.nanoTime = nanoTime;
        this.rate = new StartRate(nanoTime);
        this.tracer = tracer;
    }

    void add(List<ClaimedEmail> claimed) {
        waiting.addAll(claimed);
    }

    void addFirst(ClaimedEmail claimed) {
        waiting.add(0, claimed);
    }

    int waiting() {
        return waiting.size();
    }

    int inFlight() {
        return inFlight.size();
    }

    /**
     * Returns the number of rows worth claiming: 0 until half of those that may wait fit, because a statement costs as much as a
     * dozen of its rows. As many may wait as start in 100 ms, at least {@code max} and at most {@link #MAX_WAITING} times as many.
     *
     * @param max the number of connections in use at most
     */
    int capacity(int max) {
        var mayWait = Math.max(max, Math.min(rate.perWindow(), MAX_WAITING * max));
        var capacity = max + mayWait - waiting() - occupied();
        return capacity >= Math.max(1, mayWait / 2) ? capacity : 0;
    }

    /** Returns the number of connections in use by emails that are not at their final dot yet. */
    int occupied() {
        return inFlight.size() - atDot;
    }

    /** Returns the number of those for which the predicate holds. */
    int occupied(Predicate<ClaimedEmail> which) {
        return (int) inFlight.stream()
                .filter(email -> !email.overlaps() && which.test(email.claimed()))
                .count();
    }

    /**
     * Notes that the email waits for the reply to its final dot, and another may go behind it on its connection: as long as final
     * dots are answered soon, because the other one waits as long.
     *
     * @param max the number of emails that may go behind others
     */
    void atDot(InFlightEmail email, int max) {
        if (quickDots && atDot < max && inFlight.contains(email) && email.startsOverlap()) {
            atDot++;
            limiter.ended(email.claimed());
        }
    }

    /**
     * Starts the next email and moves it to those in flight; empty while none may start.
     *
     * @param isReady tells whether an email may start as far as its way out is concerned
     */
    Optional<InFlightEmail> start(int max, Predicate<ClaimedEmail> isReady) {
        if (claimedAlone || occupied() >= max) {
            return Optional.empty();
        }
        for (var next = waiting.iterator(); next.hasNext(); ) {
            var claimed = next.next();
            if (claimed.isClaimedAlone() && composing > 0) {
                return Optional.empty();
            }
            if (limiter.mayStart(claimed, max - occupied()) && isReady.test(claimed)) {
                next.remove();
                return Optional.of(started(claimed));
            }
        }
        return Optional.empty();
    }

    private InFlightEmail started(ClaimedEmail claimed) {
        var email = new InFlightEmail(claimed, usedIndexes.nextClearBit(0), limiter, nanoTime, tracer.attempt(claimed));
        inFlight.add(email);
        usedIndexes.set(email.index());
        limiter.started(claimed);
        rate.started();
        composing++;
        claimedAlone = claimed.isClaimedAlone();
        return email;
    }

    /** Notes that the email is composed, or will not be. */
    void composed(InFlightEmail email) {
        if (email.composed()) {
            composing--;
            claimedAlone &= !email.claimed().isClaimedAlone();
        }
    }

    void ended(InFlightEmail email) {
        composed(email);
        email.trace().over();
        inFlight.remove(email);
        usedIndexes.clear(email.index());
        if (!email.isDirect()) {
            quickDots = email.dotDuration().map(StartQueue::isQuick).orElse(quickDots);
        }
        if (email.overlaps()) {
            atDot--;
        } else {
            limiter.ended(email.claimed());
        }
    }

    private static boolean isQuick(Duration dot) {
        return dot.compareTo(QUICK_DOT) < 0;
    }

    /** Returns the number of emails here by the number of their destination, without those that have none. */
    Map<Short, Integer> countByDestination() {
        var destinationToCount = new HashMap<Short, Integer>();
        Stream.concat(waiting.stream(), inFlight.stream().map(InFlightEmail::claimed))
                .map(claimed -> claimed.facts().destination())
                .filter(number -> number != 0)
                .forEach(number -> destinationToCount.merge(number, 1, Integer::sum));
        return destinationToCount;
    }

    /** Notes that a mail server replied about the recipient, so its domain is reachable. */
    void reached(ClaimedEmail claimed) {
        limiter.reached(claimed.domain());
    }

    /** Removes and returns all waiting emails. */
    List<ClaimedEmail> pollAll() {
        return removeWaiting(claimed -> true);
    }

    List<ClaimedEmail> removeWaiting(Predicate<ClaimedEmail> which) {
        var polled = waiting.stream().filter(which).toList();
        waiting.removeAll(polled);
        return polled;
    }

    /** Removes and returns the emails that wait for a stalled domain or project, so that they do not block the rest. */
    List<ClaimedEmail> pollStalled(int max) {
        var free = max - occupied();
        return removeWaiting(claimed -> limiter.isStalled(claimed) && !limiter.mayStart(claimed, free));
    }

    /** Returns the number of stalled connections by stage. */
    Map<String, Integer> review() {
        return limiter.review(inFlight);
    }
}
