package io.godwit.chaos;

import static java.util.stream.Collectors.groupingBy;

import io.godwit.chaos.DoubtMatcher.Repetition;
import io.godwit.chaos.Observation.Call;
import io.godwit.chaos.Observation.Doubt;
import io.godwit.chaos.Observation.Kind;
import io.godwit.chaos.Observation.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** The calls of webhooks that a customer's server has received, in any order. */
record WebhookLedger(List<ReceivedCall> received) {

    /**
     * One call.
     *
     * @param id of the header {@code webhook-id}
     * @param recipient the contact whose event led to it
     * @param taken whether it was answered with 200; otherwise it has to be repeated
     */
    record ReceivedCall(String id, String recipient, boolean taken, Instant at) {}

    WebhookLedger copy() {
        return new WebhookLedger(new ArrayList<>(received));
    }

    /** Passes on each broken invariant with an example. */
    void check(Observation seen, BiConsumer<FaultInvariant, String> found) {
        var due = seen.calls().stream()
                .filter(call -> call.kind() == Kind.WEBHOOK && call.outcome() != Outcome.REFUSED)
                .map(Call::recipient)
                .collect(Collectors.toCollection(HashSet::new));
        due.retainAll(new HashSet<>(seen.events()));
        var taken = received.stream()
                .filter(ReceivedCall::taken)
                .map(ReceivedCall::recipient)
                .collect(Collectors.toSet());
        due.stream()
                .filter(recipient -> !taken.contains(recipient))
                .forEach(recipient -> found.accept(
                        FaultInvariant.NO_LOSS,
                        "the event of " + recipient + " is stored, and the call of its webhook was not taken"));
        received.stream()
                .filter(call -> !due.contains(call.recipient()))
                .forEach(call -> found.accept(
                        FaultInvariant.NO_PHANTOM,
                        "the webhook was called for " + call.recipient() + ", of whom no event is stored"));
        checkIds(found);
        new DoubtMatcher(seen.doubts(), Doubt::calls)
                .unexplained(repetitions())
                .forEach(call -> found.accept(
                        FaultInvariant.FEW_COPIES,
                        "the call " + call.id() + " was taken at " + call.at()
                                + " and repeated, more than the faults of that time left in doubt, which were "
                                + DoubtMatcher.faults(seen.doubts(), call.at())));
    }

    private void checkIds(BiConsumer<FaultInvariant, String> found) {
        received.stream().collect(groupingBy(ReceivedCall::recipient)).forEach((recipient, calls) -> {
            if (calls.stream().map(ReceivedCall::id).distinct().count() > 1) {
                found.accept(FaultInvariant.FEW_COPIES, "the calls for " + recipient + " differ in their webhook-id");
            }
        });
    }

    /** Calls that were taken and came again all the same. */
    List<Repetition> repetitions() {
        return received.stream().collect(groupingBy(ReceivedCall::id)).values().stream()
                .flatMap(calls -> calls.stream()
                        .sorted(Comparator.comparing(ReceivedCall::at))
                        .limit(calls.size() - 1L))
                .filter(ReceivedCall::taken)
                .map(call -> new Repetition(call.id(), call.at()))
                .toList();
    }
}
