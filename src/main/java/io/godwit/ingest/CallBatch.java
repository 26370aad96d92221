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

    private final List<BatchEntry> entries;
    private final List<BatchContact> slots;

    private CallBatch(List<BatchEntry> entries, List<BatchContact> slots) {
        this.entries = entries;
        this.slots = slots;
    }

    static CallBatch of(List<PendingCall> calls) {
        var keyToSlot = new HashMap<BatchContact.Key, BatchContact>(2 * calls.size());
        var entries = new ArrayList<BatchEntry>(calls.size());
        calls.forEach(call -> entries.add(ticket(call, keyToSlot)));
        var slots = new ArrayList<>(keyToSlot.values());
        slots.sort(BatchContact.ORDER);
        return new CallBatch(entries, slots);
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
        return entries;
    }

    List<BatchContact> slots() {
        return slots;
    }

    /** Returns the contacts in one order for all batches of all nodes. */
    List<NewContact> wanted() {
        return slots.stream().map(BatchContact::wanted).toList();
    }

    List<IdempotencyClaim> claims() {
        return entries.stream().flatMap(entry -> entry.entry().claim().stream()).toList();
    }

    UUID[] projects() {
        return entries.stream()
                .map(entry -> entry.entry().tenant().project())
                .distinct()
                .map(ProjectId::value)
                .toArray(UUID[]::new);
    }

    /** Returns the projects of calls with emails. */
    Set<ProjectId> senders() {
        return entries.stream()
                .map(BatchEntry::entry)
                .filter(entry -> entry.mails() > 0)
                .map(entry -> entry.tenant().project())
                .collect(Collectors.toSet());
    }

    /** Sets the slots' contacts; {@code located} counts positions in {@link #wanted}. */
    void setLocked(List<InsertedContact> inserted, List<LockedContact> located) {
        BatchContact.inserted(slots, inserted);
        located.forEach(found -> slots.get(found.position()).found(found.contact()));
    }
}
