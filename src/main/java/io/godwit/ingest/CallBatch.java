package io.godwit.ingest;

import io.godwit.contacts.BatchContact;
import io.godwit.contacts.ContactChange;
import io.godwit.core.Tenant.Caller;
import io.godwit.core.id.ProjectId;
import io.godwit.events.ReactionCheck.EventName;
import io.godwit.web.IdempotencyClaim;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    private final List<BatchContact> probablyThere = new ArrayList<>();
    private final List<BatchContact> maybeMissing = new ArrayList<>();
    private final Set<BatchContact> concealed = new HashSet<>();

    private CallBatch(List<BatchEntry> entries, List<BatchContact> contacts, Predicate<BatchContact.Key> known) {
        this.entries = entries;
        this.contacts = contacts;
        entries.stream()
                .filter(entry -> entry.entry().tenant().caller() == Caller.PUBLIC_KEY)
                .forEach(entry -> concealed.addAll(entry.contacts()));
        contacts.forEach(contact -> (isProbablyThere(contact, known) ? probablyThere : maybeMissing).add(contact));
    }

    private boolean isProbablyThere(BatchContact contact, Predicate<BatchContact.Key> known) {
        return !concealed.contains(contact) && known.test(contact.key());
    }

    /** @param known tells contacts that are probably there */
    static CallBatch of(List<PendingCall> calls, Predicate<BatchContact.Key> known) {
        var keyToSlot = new HashMap<BatchContact.Key, BatchContact>(2 * calls.size());
        var entries = new ArrayList<BatchEntry>(calls.size());
        calls.forEach(call -> entries.add(entry(call, keyToSlot)));
        var contacts = new ArrayList<>(keyToSlot.values());
        contacts.sort(BatchContact.ORDER);
        return new CallBatch(entries, contacts, known);
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

    /** Returns the contacts that are probably there, in one order for all batches of all nodes. */
    List<BatchContact> probablyThere() {
        return probablyThere;
    }

    /** Returns the other contacts, in the same order. */
    List<BatchContact> maybeMissing() {
        return maybeMissing;
    }

    /**
     * Returns those of {@link #maybeMissing} that calls with public keys name, in the same order: the same statements are executed
     * for them whether they are there or not, because anybody may measure how long the answer takes.
     */
    List<BatchContact> concealed() {
        return maybeMissing.stream().filter(concealed::contains).toList();
    }

    /** Returns whether a call of the batch has a public key. */
    boolean isConcealed() {
        return !concealed.isEmpty();
    }

    /**
     * Returns whether such a call may change a contact that is there: a public key changes no subscription, so only one with data
     * does.
     */
    boolean isUpdateConcealed() {
        return entries.stream()
                .filter(entry -> entry.entry().tenant().caller() == Caller.PUBLIC_KEY)
                .flatMap(entry -> entry.changes().stream())
                .anyMatch(change -> !change.persistentData().members().isEmpty());
    }

    /**
     * Returns those of {@link #maybeMissing} that are to be locked once the inserts are done: those that were there after all and, if
     * the lock waits, all concealed ones, so that contacts are waited for in one order.
     */
    List<BatchContact> lockedLast(boolean waits) {
        return maybeMissing.stream()
                .filter(contact -> concealed.contains(contact) ? waits : !contact.isLocked())
                .toList();
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

    /** Returns the names of the events of the calls, each once. */
    Set<EventName> eventNames() {
        var names = new HashSet<EventName>();
        for (var entry : entries) {
            var call = entry.entry();
            call.eventName()
                    .ifPresent(name -> names.add(new EventName(call.tenant().project(), name)));
        }
        return names;
    }

    /** Returns the projects of calls with emails. */
    Set<ProjectId> senders() {
        return entries.stream()
                .map(BatchEntry::entry)
                .filter(call -> call.emailCount() > 0)
                .map(call -> call.tenant().project())
                .collect(Collectors.toSet());
    }

    /** Returns the contacts that are there when the transaction is committed. */
    Stream<BatchContact> present() {
        return contacts.stream().filter(contact -> contact.isLocked() && !contact.isOnlyRefused());
    }
}
