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
    record BatchEntry(PendingCall call, List<ContactChange> changes, List<BatchContact> contacts) {

        IngestCall entry() {
            return call.entry();
        }
    }

    private final List<BatchEntry> entries;
    private final List<BatchContact> contacts;

    private CallBatch(List<BatchEntry> entries, List<BatchContact> contacts) {
        this.entries = entries;
        this.contacts = contacts;
    }

    static CallBatch of(List<PendingCall> calls) {
        var keyToSlot = new HashMap<BatchContact.Key, BatchContact>(2 * calls.size());
        var entries = new ArrayList<BatchEntry>(calls.size());
        calls.forEach(call -> entries.add(entry(call, keyToSlot)));
        var contacts = new ArrayList<>(keyToSlot.values());
        contacts.sort(BatchContact.ORDER);
        return new CallBatch(entries, contacts);
    }

    private static BatchEntry entry(PendingCall call, Map<BatchContact.Key, BatchContact> keyToSlot) {
        var project = call.entry().tenant().project();
        var changes = call.entry().changes();
        var contacts = new ArrayList<BatchContact>(changes.size());
        changes.forEach(change -> contacts.add(slot(keyToSlot, new BatchContact.Key(project, change.email()), change)));
        return new BatchEntry(call, changes, contacts);
    }

    private static BatchContact slot(
            Map<BatchContact.Key, BatchContact> keyToSlot, BatchContact.Key key, ContactChange change) {
        var contact = keyToSlot.get(key);
        if (contact == null) {
            contact = new BatchContact(key, change);
            keyToSlot.put(key, contact);
        } else {
            contact.expect(change);
        }
        return contact;
    }

    List<BatchEntry> entries() {
        return entries;
    }

    List<BatchContact> slots() {
        return contacts;
    }

    /** Returns the contacts in one order for all batches of all nodes. */
    List<NewContact> wanted() {
        return contacts.stream().map(BatchContact::wanted).toList();
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
                .filter(call -> call.emailCount() > 0)
                .map(call -> call.tenant().project())
                .collect(Collectors.toSet());
    }

    /** Sets the slots' contacts; {@code located} counts positions in {@link #wanted}. */
    void setLocked(List<InsertedContact> inserted, List<LockedContact> lockedContacts) {
        BatchContact.inserted(contacts, inserted);
        lockedContacts.forEach(found -> contacts.get(found.position()).found(found.contact()));
    }
}
