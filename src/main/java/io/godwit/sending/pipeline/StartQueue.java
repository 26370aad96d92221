package io.godwit.sending.pipeline;

import io.godwit.delivery.DirectSettings.Mode;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.queue.ConcurrencySettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * The claimed emails of this node: those waiting to start and those in flight. The emails of each way out have a {@link StartShare}
 * of their own, so that those of one that is slow hold up no other. An email that is composed alone starts when no other is being
 * composed, and until it is composed no other is started.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class StartQueue {

    /** The time a mail server may take for the reply to a final dot for other emails to wait behind it. */
    private static final Duration QUICK_DOT = Duration.ofSeconds(1);

    /** @param mode the way it leaves as far as is known; the choice may change while it waits */
    private record WaitingEmail(ClaimedEmail claimed, Mode mode) {}

    /** The number of connections that are not in use, by the way they lead. */
    private record FreeConnections(int relay, int direct) {

        int of(Mode mode) {
            return mode == Mode.RELAY ? relay : direct;
        }
    }

    private final StartShare relay;
    private final StartShare direct;
    private final LongSupplier nanoTime;
    private final Function<ClaimedEmail, Mode> modeOf;
    private final List<WaitingEmail> waiting = new ArrayList<>();
    private final Set<InFlightEmail> inFlight = new LinkedHashSet<>();
    private final BitSet usedIndexes = new BitSet();
    private final EmailTracer tracer;
    private int composing;
    private int atDot;
    private boolean quickDots;
    private boolean claimedAlone;

    /** @param modeOf the way an email leaves */
    StartQueue(
            ConcurrencySettings settings,
            LongSupplier nanoTime,
            EmailTracer tracer,
            Function<ClaimedEmail, Mode> modeOf) {
        this.nanoTime = nanoTime;
        this.tracer = tracer;
        this.modeOf = modeOf;
        this.relay = new StartShare(settings, nanoTime);
        this.direct = new StartShare(settings, nanoTime);
    }

    private StartShare share(Mode mode) {
        return mode == Mode.RELAY ? relay : direct;
    }

    void add(List<ClaimedEmail> claimed) {
        claimed.forEach(email -> waiting.add(waits(email)));
    }

    void addFirst(ClaimedEmail claimed) {
        waiting.add(0, waits(claimed));
    }

    private WaitingEmail waits(ClaimedEmail claimed) {
        var mode = modeOf.apply(claimed);
        share(mode).waits(1);
        return new WaitingEmail(claimed, mode);
    }

    int waiting() {
        return waiting.size();
    }

    int inFlight() {
        return inFlight.size();
    }

    /**
     * Returns the number of rows worth claiming of emails that leave this way: 0 until half of those that may wait fit, because a
     * statement costs as much as a dozen of its rows. As many may wait as start in 100 ms, at least {@code max} and at most eight
     * times as many.
     *
     * @param max the number of connections in use at most
     */
    int capacity(Mode mode, int max) {
        return share(mode).capacity(max);
    }

    /**
     * Returns whether another email that leaves this way may wait here.
     *
     * @param max the number of connections in use at most
     */
    boolean mayWait(Mode mode, int max) {
        return share(mode).free(max) > 0;
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
            vacated(email);
        }
    }

    /** Counts the email as one without a connection: one at its final dot, or one that has ended. */
    private void vacated(InFlightEmail email) {
        var share = share(email.mode());
        share.vacated();
        share.limiter().ended(email.claimed());
    }

    /**
     * Starts the next email and moves it to those in flight; empty while none may start.
     *
     * @param max the number of connections in use at most, by the way they lead
     */
    Optional<InFlightEmail> start(ToIntFunction<Mode> max) {
        var free = free(max);
        if (claimedAlone || (free.relay() <= 0 && free.direct() <= 0)) {
            return Optional.empty();
        }
        for (var next = waiting.listIterator(); next.hasNext(); ) {
            var email = next.next();
            if (free.of(email.mode()) <= 0) {
                continue;
            }
            if (email.claimed().isClaimedAlone() && composing > 0) {
                return Optional.empty();
            }
            email = withCurrentMode(email, next);
            if (mayStart(email, free)) {
                next.remove();
                share(email.mode()).waits(-1);
                return Optional.of(started(email));
            }
        }
        return Optional.empty();
    }

    private FreeConnections free(ToIntFunction<Mode> max) {
        return new FreeConnections(
                max.applyAsInt(Mode.RELAY) - relay.occupied(), max.applyAsInt(Mode.DIRECT) - direct.occupied());
    }

    private boolean mayStart(WaitingEmail email, FreeConnections free) {
        var connections = free.of(email.mode());
        return connections > 0 && share(email.mode()).limiter().mayStart(email.claimed(), connections);
    }

    private WaitingEmail withCurrentMode(WaitingEmail email, ListIterator<WaitingEmail> place) {
        if (modeOf.apply(email.claimed()) == email.mode()) {
            return email;
        }
        share(email.mode()).waits(-1);
        var current = waits(email.claimed());
        place.set(current);
        return current;
    }

    private InFlightEmail started(WaitingEmail next) {
        var claimed = next.claimed();
        var share = share(next.mode());
        var email = new InFlightEmail(
                claimed, next.mode(), usedIndexes.nextClearBit(0), share.limiter(), nanoTime, tracer.attempt(claimed));
        inFlight.add(email);
        usedIndexes.set(email.index());
        share.started();
        share.limiter().started(claimed);
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

    /** Removes an email whose attempt has ended, or which was released. */
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
            vacated(email);
        }
    }

    private static boolean isQuick(Duration dot) {
        return dot.compareTo(QUICK_DOT) < 0;
    }

    /** Returns the number of emails here that go direct by the number of their site, without those that have none. */
    Map<Short, Integer> countBySite() {
        var siteToCount = new HashMap<Short, Integer>();
        Stream.concat(
                        waiting.stream()
                                .filter(email -> email.mode() == Mode.DIRECT)
                                .map(WaitingEmail::claimed),
                        inFlight.stream()
                                .filter(email -> email.mode() == Mode.DIRECT)
                                .map(InFlightEmail::claimed))
                .map(claimed -> claimed.facts().siteNumber())
                .filter(number -> number > 0)
                .forEach(number -> siteToCount.merge(number, 1, Integer::sum));
        return siteToCount;
    }

    /** Notes that a mail server replied about the recipient, so its domain is reachable. */
    void reached(ClaimedEmail claimed) {
        share(modeOf.apply(claimed)).limiter().reached(claimed.domain());
    }

    /** Removes and returns all waiting emails. */
    List<ClaimedEmail> pollAll() {
        return removeWaiting(ignored -> true);
    }

    List<ClaimedEmail> removeWaiting(Predicate<ClaimedEmail> which) {
        return remove(email -> which.test(email.claimed()));
    }

    private List<ClaimedEmail> remove(Predicate<WaitingEmail> which) {
        var removed = new ArrayList<ClaimedEmail>();
        waiting.removeIf(email -> which.test(email) && removed.add(email.claimed()) && left(email));
        return removed;
    }

    private boolean left(WaitingEmail email) {
        share(email.mode()).waits(-1);
        return true;
    }

    /** Removes and returns the emails that wait for a stalled domain or project, so that they do not block the rest. */
    List<ClaimedEmail> pollStalled(ToIntFunction<Mode> max) {
        var free = free(max);
        return remove(email -> isStalled(email) && !mayStart(email, free));
    }

    private boolean isStalled(WaitingEmail email) {
        return share(email.mode()).limiter().isStalled(email.claimed());
    }

    /** Returns the number of stalled connections by stage. */
    Map<String, Integer> review() {
        var stageToStalled = new LinkedHashMap<String, Integer>();
        for (var mode : Mode.values()) {
            var ofMode = inFlight.stream().filter(email -> email.mode() == mode).toList();
            share(mode)
                    .limiter()
                    .review(ofMode)
                    .forEach((stage, count) -> stageToStalled.merge(stage, count, Integer::sum));
        }
        return stageToStalled;
    }
}
