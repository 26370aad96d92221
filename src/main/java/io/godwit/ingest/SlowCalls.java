package io.godwit.ingest;

import io.godwit.contacts.BatchContact;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The calls that were sent to the slow queue and are not answered yet, by their contacts: later calls of these contacts must not
 * be written before them. Touched only on its verticle's context.
 */
final class SlowCalls {

    private static final Comparator<PendingCall> BY_ARRIVAL = Comparator.comparingLong(PendingCall::number);

    private final Map<BatchContact.Key, NavigableSet<PendingCall>> contactToCalls = new HashMap<>();

    /** Adds a call until it is answered; one that is here already stays. */
    void add(PendingCall call) {
        var isNew = call.contacts()
                .map(contact -> contactToCalls
                        .computeIfAbsent(contact, ignored -> new TreeSet<>(BY_ARRIVAL))
                        .add(call))
                .reduce(false, Boolean::logicalOr);
        if (isNew) {
            call.future().onComplete(ignored -> remove(call));
        }
    }

    private void remove(PendingCall call) {
        call.contacts()
                .forEach(contact -> contactToCalls.computeIfPresent(contact, (same, calls) -> {
                    calls.remove(call);
                    return calls.isEmpty() ? null : calls;
                }));
    }

    /** Returns calls in the order they arrived in. */
    List<PendingCall> inOrder(List<PendingCall> calls) {
        return contactToCalls.isEmpty()
                ? calls
                : calls.stream().sorted(BY_ARRIVAL).toList();
    }

    /** Returns whether a contact of the call has an earlier call here that is not among {@code batch}. */
    boolean hasEarlier(PendingCall call, Set<PendingCall> batch) {
        return !contactToCalls.isEmpty()
                && call.contacts()
                        .map(contactToCalls::get)
                        .filter(Objects::nonNull)
                        .flatMap(calls -> calls.headSet(call).stream())
                        .anyMatch(earlier -> !batch.contains(earlier));
    }
}
