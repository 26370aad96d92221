package io.godwit.ingest;

import io.godwit.contacts.BatchContact;
import io.godwit.contacts.ContactBatchWriter.InsertedContact;
import io.godwit.contacts.ContactBatchWriter.LockedContact;
import io.godwit.contacts.ContactBatchWriter.NewContact;
import io.godwit.contacts.ContactChange;
import io.godwit.core.id.ProjectId;
import io.godwit.web.IdempotencyClaim;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** The calls of one transaction, in the order they arrived, and their contacts, each once. */
final class CallBatch {

    /** One call with its contacts, one slot for each change. */
    record BatchEntry(PendingCall call, List<ContactChange> changes, List<BatchContact> slots) {

        IngestCall entry() {
            return call.entry();
        }
    }

    private final List<BatchEntry> tickets;
    private final List<BatchContact> slots;

    private CallBatch(List<BatchEntry> tickets, List<BatchContact> slots) {
        this.tickets = tickets;
        this.slots = slots;
    }

    static CallBatch of(List<PendingCall> calls) {
        var keyToSlot = new HashMap<BatchContact.Key, BatchContact>(2 * calls.size());
        var tickets = new ArrayList<BatchEntry>(calls.size());
        calls.forEach(call -> tickets.add(ticket(call, keyToSlot)));
        var slots = new ArrayList<>(keyToSlot.values());
        slots.sort(BatchContact.ORDER);
        return new CallBatch(tickets, slots);
    }

    private static BatchEntry ticket(PendingCall call, Map<BatchContact.Key, BatchContact> keyToSlot) {
        var project = call.entry().tenant().project();
        var changes = call.entry().changes();
        var slots = new ArrayList<BatchContact>(changes.size());
        changes.forEach(change -> slots.add(slot(keyToSlot, new BatchContact.Key(project, change.email()), change)));
        return new BatchEntry(call, changes, slots);
    }

    private static BatchContact slot(
            Map<BatchContact.Key, BatchContact> keyToSlot, BatchContact.Key key, ContactChange change) {
        var slot = keyToSlot.get(key);
        if (slot == null) {
            slot = new BatchContact(key, change);
            keyToSlot.put(key, slot);
        } else {
            slot.expect(change);
        }
        return slot;
    }

    List<BatchEntry> tickets() {
        return tickets;
    }

    List<BatchContact> slots() {
        return slots;
    }

    /** Returns the contacts in one order for all batches of all nodes. */
    List<NewContact> wanted() {
        return slots.stream().map(BatchContact::wanted).toList();
    }

    List<IdempotencyClaim> claims() {
        return tickets.stream()
                .flatMap(ticket -> ticket.entry().claim().stream())
                .toList();
    }

    UUID[] projects() {
        return tickets.stream()
                .map(ticket -> ticket.entry().tenant().project())
                .distinct()
                .map(ProjectId::value)
                .toArray(UUID[]::new);
    }

    /** Returns the projects of calls with emails. */
    Set<ProjectId> senders() {
        return tickets.stream()
                .map(BatchEntry::entry)
                .filter(entry -> entry.mails() > 0)
                .map(entry -> entry.tenant().project())
                .collect(Collectors.toSet());
    }

    /** Sets the slots' contacts; {@code located} counts positions in {@link #wanted}. */
    void held(List<InsertedContact> inserted, List<LockedContact> located) {
        BatchContact.inserted(slots, inserted);
        located.forEach(found -> slots.get(found.position()).found(found.contact()));
    }
}
