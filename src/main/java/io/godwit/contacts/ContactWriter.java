package io.godwit.contacts;

import io.godwit.contacts.ContactBatchWriter.ChangedContact;
import io.godwit.contacts.ContactPreviewStore.KnownContact;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.Ids;
import io.godwit.events.EventAppender;
import io.godwit.events.NewEvent;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Writes many contacts of one project in the caller's transaction, with all effects: events of flips, field types, counts.
 * Everything but ingestion uses it; ingestion calls the same parts in the order of its batches. Waits for rows other transactions
 * hold, up to the connection's {@code lock_timeout}; some thousand contacts at once are fine. Safe to share between threads.
 */
public final class ContactWriter {

    /** A contact can be deleted between the insert and the lock; three times in a row does not happen by chance. */
    private static final int ATTEMPTS = 3;

    private final ContactBatchWriter contacts;
    private final EventAppender events;
    private final ContactDeletionListener deletionListener;

    public ContactWriter(ContactBatchWriter contacts, EventAppender events, ContactDeletionListener deletionListener) {
        this.contacts = contacts;
        this.events = events;
        this.deletionListener = deletionListener;
    }

    /**
     * The result of one change.
     *
     * @param contact after it; as it was when the change was refused, empty when it was to be a new one
     * @param isNew whether this change created the contact
     * @param isChanged whether anything differs; true for a new one
     * @param overridden the opt-out the contact had before this change subscribed it again
     * @param refusal why nothing of this change was written: the data would be too large
     */
    public record ContactResult(
            Optional<Contact> contact,
            boolean isNew,
            boolean isChanged,
            Optional<OptOut> overridden,
            Optional<Failure> refusal) {

        private static ContactResult of(@Nullable Contact before, Contact after) {
            var overridden =
                    Optional.ofNullable(before).flatMap(Contact::optOut).filter(ignored -> after.subscribed());
            return new ContactResult(Optional.of(after), before == null, before != after, overridden, Optional.empty());
        }
    }

    /** Creates or changes contacts, one answer for each change in its order; an address may occur more than once. */
    public Future<List<ContactResult>> upsert(SqlClient tx, Tenant tenant, List<ContactChange> changes) {
        var emailToSlot = new HashMap<EmailAddress, BatchContact>(2 * changes.size());
        var contacts = changes.stream()
                .map(change -> slot(emailToSlot, tenant, change))
                .toList();
        var each = emailToSlot.values().stream().sorted(BatchContact.ORDER).toList();
        return lock(tx, each, ATTEMPTS).compose(ignored -> apply(tx, tenant, changes, contacts, each));
    }

    /** Answers what {@link #upsert} would do now, and writes nothing. Each address must occur once. */
    public Future<List<ContactResult>> preview(SqlClient db, Tenant tenant, List<ContactChange> changes) {
        var addresses = changes.stream().map(ContactChange::email).toList();
        return contacts.read(db, tenant, addresses).map(known -> {
            var result = new ArrayList<ContactResult>(changes.size());
            for (var at = 0; at < changes.size(); at++) {
                result.add(preview(known.get(at), changes.get(at)));
            }
            return result;
        });
    }

    private static ContactResult preview(KnownContact known, ContactChange change) {
        var before = known.contact().orElse(null);
        var after = before != null ? before.with(change) : created(change, known.erased());
        return after.tooLarge()
                ? new ContactResult(known.contact(), false, false, Optional.empty(), Optional.of(DataChange.tooLarge()))
                : ContactResult.of(before, before == null || after.differsFrom(before) ? after : before);
    }

    private static Contact created(ContactChange change, boolean erased) {
        var created = Contact.create(new ContactId(Ids.next()), change);
        return erased && !BatchContact.overridesErased(change) ? created.erasedBefore() : created;
    }

    private static BatchContact slot(Map<EmailAddress, BatchContact> emailToSlot, Tenant tenant, ContactChange change) {
        var contact = emailToSlot.get(change.email());
        if (contact == null) {
            contact = new BatchContact(new BatchContact.Key(tenant.project(), change.email()), change);
            emailToSlot.put(change.email(), contact);
        } else {
            contact.expect(change);
        }
        return contact;
    }

    private Future<Void> lock(SqlClient tx, List<BatchContact> batch, int attempts) {
        var wanted = batch.stream().map(BatchContact::wanted).toList();
        return contacts.insertMissing(tx, wanted)
                .onSuccess(inserted -> BatchContact.inserted(batch, inserted))
                .compose(ignored -> contacts.lock(tx, wanted, true))
                .onSuccess(lockedContacts -> lockedContacts.forEach(
                        found -> batch.get(found.position()).found(found.contact())))
                .compose(ignored -> lockRemaining(tx, batch, attempts - 1));
    }

    private Future<Void> lockRemaining(SqlClient tx, List<BatchContact> contacts, int attempts) {
        var remaining = contacts.stream().filter(contact -> !contact.isLocked()).toList();
        if (remaining.isEmpty()) {
            return Future.succeededFuture();
        }
        return attempts > 0 ? lock(tx, remaining, attempts) : Future.failedFuture(busy());
    }

    private static Failure busy() {
        return Failure.later(Kind.SERVICE_UNAVAILABLE, "The contact is being deleted; try again in a moment", 1);
    }

    private Future<List<ContactResult>> apply(
            SqlClient tx,
            Tenant tenant,
            List<ContactChange> changes,
            List<BatchContact> slots,
            List<BatchContact> each) {
        var batch = new WriteBatch(tenant);
        var result = new ArrayList<ContactResult>(changes.size());
        for (var at = 0; at < changes.size(); at++) {
            result.add(batch.apply(slots.get(at), changes.get(at)));
        }
        var changed =
                each.stream().flatMap(contact -> contact.changed().stream()).toList();
        var refused = each.stream()
                .filter(BatchContact::isOnlyRefused)
                .map(BatchContact::wanted)
                .toList();
        var insertsUndone = refused.isEmpty() ? Future.<Void>succeededFuture() : contacts.deleteInserted(tx, refused);
        return insertsUndone.compose(ignored -> write(tx, changed, batch)).map(result);
    }

    /**
     * Changes contacts that are there, one answer for each id that is, in no particular order; an id that is unknown or
     * another project's has none. What {@code change} answers must come from {@link Contact#with}; the same object changes
     * nothing.
     *
     * @param source the cause of subscriptions that change
     */
    public Future<List<ContactResult>> update(
            SqlClient tx, Tenant tenant, List<ContactId> ids, ConsentSource source, UnaryOperator<Contact> change) {
        var batch = new WriteBatch(tenant);
        var changed = new ArrayList<ChangedContact>();
        return contacts.lock(tx, tenant, ids).compose(found -> {
            var result = found.stream()
                    .map(contact -> batch.apply(contact, source, change, changed))
                    .toList();
            return write(tx, changed, batch).map(result);
        });
    }

    private Future<Void> write(SqlClient tx, List<ChangedContact> changed, WriteBatch batch) {
        var updated = changed.isEmpty() ? Future.<Void>succeededFuture() : contacts.update(tx, changed);
        return updated.compose(ignored -> events.append(tx, batch.events))
                .compose(ignored -> contacts.writeEffects(tx, batch.effects));
    }

    /**
     * Deletes contacts with their events, emails and all other rows that depend on them; answers those that existed. Takes as long as
     * they have events.
     */
    public Future<List<ContactId>> delete(SqlClient tx, Tenant tenant, List<ContactId> ids) {
        var effects = contacts.effects();
        return contacts.lock(tx, tenant, ids).compose(found -> {
            var deletedIds = found.stream().map(Contact::id).toList();
            found.forEach(contact -> effects.deleted(tenant.project(), contact));
            return deletedIds.isEmpty()
                    ? Future.succeededFuture(deletedIds)
                    : contacts.delete(tx, tenant, deletedIds)
                            .compose(ignored -> deletionListener.delete(tx, tenant, deletedIds))
                            .compose(ignored -> events.delete(tx, tenant, deletedIds))
                            .compose(ignored -> contacts.writeEffects(tx, effects))
                            .map(deletedIds);
        });
    }

    /** Keeps the opt-out of the address that a contact is about to give up for {@code next}, if the contact has opted out. */
    public Future<Void> keepRenamed(SqlClient tx, Tenant tenant, ContactId id, EmailAddress next) {
        return contacts.keepRenamed(tx, tenant, id, next);
    }

    /**
     * True when the address had opted out before its contact was deleted or renamed. To be asked after a contact has got the
     * address: a deletion that the rename waited for is seen then.
     */
    public Future<Boolean> hasErasedOptOut(SqlClient tx, Tenant tenant, EmailAddress email) {
        return contacts.hasErasedOptOut(tx, tenant, email);
    }

    /** The changes of one call. */
    private final class WriteBatch {

        private final Tenant tenant;
        private final ContactChangeEffects effects = contacts.effects();
        private final List<NewEvent> events = new ArrayList<>();

        private WriteBatch(Tenant tenant) {
            this.tenant = tenant;
        }

        private ContactResult apply(BatchContact contact, ContactChange change) {
            var before = contact.current();
            var after = contact.apply(change);
            if (after.tooLarge()) {
                contact.restore(before);
                return refused(Optional.ofNullable(before));
            }
            effects.changed(tenant.project(), before, after, change.source()).ifPresent(events::add);
            return ContactResult.of(before, after);
        }

        private ContactResult apply(
                Contact before, ConsentSource source, UnaryOperator<Contact> change, List<ChangedContact> changed) {
            var after = change.apply(before);
            if (after.tooLarge()) {
                return refused(Optional.of(before));
            }
            if (after.differsFrom(before)) {
                changed.add(new ChangedContact(tenant.project(), before, after));
            }
            effects.changed(tenant.project(), before, after, source).ifPresent(events::add);
            return ContactResult.of(before, after);
        }

        private static ContactResult refused(Optional<Contact> before) {
            return new ContactResult(before, false, false, Optional.empty(), Optional.of(DataChange.tooLarge()));
        }
    }
}
