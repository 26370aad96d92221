package io.godwit.chaos;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The pictures of received emails that clients have fetched and the links they have followed, and the opens and clicks that are shown. A
 * node answers both also while they cannot be recorded, and has them in memory then, as it has the repetitions of a client for some
 * seconds. So an answered one may be lost with the memory of its node, and in no other way.
 *
 * @param engaged the emails that are shown as opened or clicked, or with opens or clicks
 * @param outages the times in which nodes have lost their memory
 */
record HitLedger(List<TrackedRequest> requests, List<EngagedEmail> engaged, List<Outage> outages) {

    /** The kind of a request. */
    enum Kind {
        OPEN,
        CLICK
    }

    /** @param answered whether the node answered with 200 or 302 */
    record TrackedRequest(String email, Kind kind, int node, boolean answered, Instant at) {}

    /**
     * An email that somebody has opened or clicked.
     *
     * @param isOpened whether its status and its time of opening say so
     * @param isClicked whether its status and its time of clicking say so
     */
    record EngagedEmail(String email, int opens, int clicks, boolean isOpened, boolean isClicked) {

        private int shown(Kind kind) {
            return kind == Kind.OPEN ? opens : clicks;
        }

        private boolean is(Kind kind) {
            return kind == Kind.OPEN ? isOpened : isClicked;
        }
    }

    /** A time whose requests may have been lost with the memory of the node. */
    record Outage(int node, Instant from, Instant to) {

        boolean covers(TrackedRequest request) {
            return request.node() == node
                    && !request.at().isBefore(from)
                    && !request.at().isAfter(to);
        }
    }

    HitLedger copy() {
        return new HitLedger(new ArrayList<>(requests), new ArrayList<>(engaged), new ArrayList<>(outages));
    }

    /** Returns whether the request was answered and has to be counted. */
    boolean isCertain(TrackedRequest request) {
        return request.answered() && outages.stream().noneMatch(outage -> outage.covers(request));
    }

    /** Passes on each broken invariant with an example. */
    void check(BiConsumer<FaultInvariant, String> found) {
        var emailToEngaged = engaged.stream().collect(Collectors.toMap(EngagedEmail::email, Function.identity()));
        for (var kind : Kind.values()) {
            checkLoss(kind, emailToEngaged, found);
            checkPhantoms(kind, found);
            engaged.stream()
                    .filter(email -> email.shown(kind) > 0 != email.is(kind))
                    .forEach(email -> found.accept(
                            FaultInvariant.COUNTS,
                            email + " shows other than what its number of requests says: " + requests(email.email())));
        }
    }

    private void checkLoss(
            Kind kind, Map<String, EngagedEmail> emailToEngaged, BiConsumer<FaultInvariant, String> found) {
        count(request -> request.kind() == kind && isCertain(request)).forEach((email, certain) -> {
            var shown = emailToEngaged
                    .getOrDefault(email, new EngagedEmail(email, 0, 0, false, false))
                    .shown(kind);
            if (shown < certain) {
                found.accept(
                        FaultInvariant.NO_LOSS,
                        email + " had " + certain + " certain requests of the kind " + kind + " and shows " + shown
                                + ": " + requests(email));
            }
        });
    }

    /** A click implies one open. */
    private void checkPhantoms(Kind kind, BiConsumer<FaultInvariant, String> found) {
        var emailToRequests = count(request -> request.kind() == kind);
        var emailToClicks = count(request -> request.kind() == Kind.CLICK);
        for (var email : engaged) {
            var implied = kind == Kind.OPEN && emailToClicks.containsKey(email.email()) ? 1L : 0L;
            var most = Math.max(implied, emailToRequests.getOrDefault(email.email(), 0L));
            if (email.shown(kind) > most) {
                found.accept(
                        FaultInvariant.NO_PHANTOM,
                        email + " had " + most + " requests of the kind " + kind + ": " + requests(email.email()));
            }
        }
    }

    private List<TrackedRequest> requests(String email) {
        return requests.stream()
                .filter(request -> request.email().equals(email))
                .toList();
    }

    private Map<String, Long> count(Predicate<TrackedRequest> which) {
        return requests.stream().filter(which).collect(groupingBy(TrackedRequest::email, counting()));
    }
}
