package io.godwit.chaos;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The usage that Stripe was told of, and the emails it is made of.
 *
 * @param events as often as they were told
 * @param customerToEmails the emails of each customer that are stored
 */
record BillingLedger(List<MeterEvent> events, Map<String, Long> customerToEmails) {

    /** @param identifier Stripe counts an event once, however often one with the same identifier comes */
    record MeterEvent(String customer, String identifier, long units) {}

    BillingLedger copy() {
        return new BillingLedger(new ArrayList<>(events), new HashMap<>(customerToEmails));
    }

    /** Passes on each broken invariant with an example. */
    void check(BiConsumer<FaultInvariant, String> found) {
        var counted = new HashSet<>(events);
        counted.stream().collect(groupingBy(MeterEvent::identifier)).forEach((identifier, different) -> {
            if (different.size() > 1) {
                found.accept(
                        FaultInvariant.NO_PHANTOM,
                        "usage was told as " + identifier + " with different contents: " + different);
            }
        });
        var customerToUnits =
                counted.stream().collect(groupingBy(MeterEvent::customer, summingLong(MeterEvent::units)));
        customerToEmails.forEach((customer, emails) -> {
            var units = customerToUnits.getOrDefault(customer, 0L);
            if (!units.equals(emails)) {
                found.accept(FaultInvariant.COUNTS, customer + " is to pay " + units + " emails instead of " + emails);
            }
        });
    }
}
