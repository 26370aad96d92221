package io.godwit.ingest;

import io.godwit.contacts.ContactChange;
import io.godwit.contacts.Contacts.Inserted;
import io.godwit.contacts.Contacts.Located;
import io.godwit.contacts.Contacts.Wanted;
import io.godwit.contacts.Slot;
import io.godwit.core.ProjectId;
import io.godwit.web.Claim;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** The calls of one transaction, in the order they arrived, and the contacts they touch, each once. */
final class Batch {

    /** One call with its contacts, one slot for each change. */
    record Ticket(Pending call, List<ContactChange> changes, List<Slot> slots) {

        Entry entry() {
            return call.entry();
        }
    }

    private final List<Ticket> tickets;
    private final List<Slot> slots;

    private Batch(List<Ticket> tickets, List<Slot> slots) {
        this.tickets = tickets;
        this.slots = slots;
    }

    static Batch of(List<Pending> calls) {
        var keyToSlot = new HashMap<Slot.Key, Slot>(2 * calls.size());
        var tickets = new ArrayList<Ticket>(calls.size());
        calls.forEach(call -> tickets.add(ticket(call, keyToSlot)));
        var slots = new ArrayList<>(keyToSlot.values());
        slots.sort(Slot.ORDER);
        return new Batch(tickets, slots);
    }

    private static Ticket ticket(Pending call, Map<Slot.Key, Slot> keyToSlot) {
        var project = call.entry().tenant().project();
        var changes = call.entry().changes();
        var slots = new ArrayList<Slot>(changes.size());
        changes.forEach(change -> slots.add(slot(keyToSlot, new Slot.Key(project, change.email()), change)));
        return new Ticket(call, changes, slots);
    }

    private static Slot slot(Map<Slot.Key, Slot> keyToSlot, Slot.Key key, ContactChange change) {
        var slot = keyToSlot.get(key);
        if (slot == null) {
            slot = new Slot(key, change);
            keyToSlot.put(key, slot);
        } else {
            slot.expect(change);
        }
        return slot;
    }

    List<Ticket> tickets() {
        return tickets;
    }

    List<Slot> slots() {
        return slots;
    }

    /** In one order for all batches of all nodes. */
    List<Wanted> wanted() {
        return slots.stream().map(Slot::wanted).toList();
    }

    List<Claim> claims() {
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

    /** Projects whose calls bring mail. */
    Set<ProjectId> senders() {
        return tickets.stream()
                .map(Ticket::entry)
                .filter(entry -> entry.mails() > 0)
                .map(entry -> entry.tenant().project())
                .collect(Collectors.toSet());
    }

    /** Tells the slots what became of them; {@code located} counts positions in {@link #wanted}. */
    void held(List<Inserted> inserted, List<Located> located) {
        Slot.inserted(slots, inserted);
        located.forEach(found -> slots.get(found.position()).found(found.contact()));
    }
}
