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
 * The pictures of received emails that clients have fetched, and the opens that are shown. The picture is answered also while an
 * open cannot be recorded, and a node keeps the repetitions of a client in memory for some seconds; so an open that was answered
 * may be lost during an outage, and at no other time.
 *
 * @param opened the emails that are shown as opened, or with opens
 */
record OpenLedger(List<Open> asked, List<OpenedEmail> opened, List<Outage> outages) {

    /** @param answered whether the node answered with 200 */
    record Open(String email, int node, boolean answered, Instant at) {}

    /** @param isOpened whether its status and its time of opening say so */
    record OpenedEmail(String email, int opens, boolean isOpened) {}

    /** A time in which a node may lose its memory, or has no database. */
    record Outage(int node, Instant from, Instant to) {

        boolean covers(Open open) {
            return open.node() == node
                    && !open.at().isBefore(from)
                    && !open.at().isAfter(to);
        }
    }

    OpenLedger copy() {
        return new OpenLedger(new ArrayList<>(asked), new ArrayList<>(opened), new ArrayList<>(outages));
    }

    /** Returns whether the open was answered and has to be counted. */
    boolean isCertain(Open open) {
        return open.answered() && outages.stream().noneMatch(outage -> outage.covers(open));
    }

    /** Passes on each broken invariant with an example. */
    void check(BiConsumer<FaultInvariant, String> found) {
        var emailToOpened = opened.stream().collect(Collectors.toMap(OpenedEmail::email, Function.identity()));
        var emailToAsked = count(open -> true);
        count(this::isCertain).forEach((email, certain) -> {
            var shown = emailToOpened.getOrDefault(email, new OpenedEmail(email, 0, false));
            if (shown.opens() < certain) {
                found.accept(
                        FaultInvariant.NO_LOSS,
                        email + " was opened " + certain + " times and shows " + shown.opens() + " opens: "
                                + asked.stream()
                                        .filter(open -> open.email().equals(email))
                                        .toList());
            }
        });
        for (var email : opened) {
            var most = emailToAsked.getOrDefault(email.email(), 0L);
            if (email.opens() > most) {
                found.accept(
                        FaultInvariant.NO_PHANTOM,
                        email.email() + " shows " + email.opens() + " opens, and was opened " + most + " times");
            }
            if (email.opens() > 0 != email.isOpened()) {
                found.accept(
                        FaultInvariant.COUNTS,
                        email.email() + " shows " + email.opens() + " opens and is "
                                + (email.isOpened() ? "" : "not ") + "opened: "
                                + asked.stream()
                                        .filter(open -> open.email().equals(email.email()))
                                        .toList());
            }
        }
    }

    private Map<String, Long> count(Predicate<Open> which) {
        return asked.stream().filter(which).collect(groupingBy(Open::email, counting()));
    }
}
