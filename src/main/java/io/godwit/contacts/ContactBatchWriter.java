package io.godwit.contacts;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.bus.Bus;
import io.godwit.bus.Subscription;
import io.godwit.contacts.ContactPreviewStore.KnownContact;
import io.godwit.core.Crypto;
import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Inserts, locks and updates contacts by the hundred, in the caller's transaction. The order is: {@link #insertMissing}, then
 * {@link #lock} as a statement of its own, whose newer snapshot sees what others have just inserted, then {@link #update}. Safe
 * to share between threads.
 */
public final class ContactBatchWriter {

    /**
     * A contact that is to exist.
     *
     * @param ifNew its first state, with a new id
     * @param overridesErased whether it keeps that state even when a deleted contact of the same address had opted out
     * @param origin the cause of its creation and its first subscription, as JSON
     */
    public record NewContact(
            ProjectId project, EmailAddress email, Contact ifNew, boolean overridesErased, String origin) {}

    /**
     * A contact that was inserted; {@code erased} when it is unsubscribed because a deleted contact of its address had opted out.
     */
    public record InsertedContact(ContactId id, boolean erased) {

        InsertedContact orErased(Set<ContactId> erased) {
            return this.erased || !erased.contains(id) ? this : new InsertedContact(id, true);
        }
    }

    /** A contact that existed before this transaction and is locked now; {@code position} counts from 0 in the list asked for. */
    public record LockedContact(int position, Contact contact) {}

    /** A contact whose row is to be updated. */
    public record ChangedContact(ProjectId project, Contact before, Contact after) {

        /** Null leaves the column as it is, so that a change of the subscription moves no data. */
        @Nullable
        String data() {
            return after.sameData(before) ? null : after.json();
        }
    }

    /**
     * The time after which a node registers the fields of a project anew. A node that missed the message about a deleted field does not
     * register that field again before.
     */
    private static final Duration FIELDS_REMEMBERED = Duration.ofMinutes(10);

    /** Max projects whose registered fields are remembered. */
    private static final int PROJECTS_REMEMBERED = 10_000;

    private final ContactStore contacts;
    private final OptOutStore optOuts;
    private final ContactPreviewStore previews;
    private final ContactDetailStore details = new ContactDetailStore();
    private final FieldStore fields = new FieldStore();
    private final ContactCountStore counts = new ContactCountStore();
    private final Cache<ProjectId, Set<String>> projectToFields = Caffeine.newBuilder()
            .maximumSize(PROJECTS_REMEMBERED)
            .expireAfterWrite(FIELDS_REMEMBERED)
            .build();

    /** Hashes addresses of deleted contacts with the installation's key. */
    public ContactBatchWriter(Crypto crypto) {
        var hasher = new AddressHasher(crypto);
        this.contacts = new ContactStore(hasher);
        this.optOuts = new OptOutStore(hasher);
        this.previews = new ContactPreviewStore(hasher);
    }

    /**
     * Inserts those that are not there and answers these.
     *
     * @param wanted sorted by project and address, each once; two transactions inserting the same contacts then never wait
     *     for each other in a circle
     */
    public Future<List<InsertedContact>> insertMissing(SqlClient tx, List<NewContact> wanted) {
        return contacts.insertMissing(tx, wanted);
    }

    /**
     * Locks those that were there before this transaction.
     *
     * @param waits whether to wait, up to the connection's {@code lock_timeout}, for those another transaction holds;
     *     otherwise they are missing from the answer
     */
    public Future<List<LockedContact>> lock(SqlClient tx, List<NewContact> wanted, boolean waits) {
        return contacts.lock(tx, wanted, waits);
    }

    /** Writes rows that {@link #lock} has locked or {@link #insertMissing} has inserted. */
    public Future<Void> update(SqlClient tx, List<ChangedContact> changed) {
        return contacts.update(tx, changed);
    }

    /** Deletes contacts that {@link #insertMissing} inserted for calls that were refused after all. */
    public Future<Void> deleteInserted(SqlClient tx, List<NewContact> inserted) {
        return contacts.delete(tx, inserted);
    }

    /** Answers what each address is known as, and locks nothing. */
    Future<List<KnownContact>> read(SqlClient db, Tenant tenant, List<EmailAddress> addresses) {
        return previews.read(db, tenant, addresses);
    }

    /** The key of a contact. */
    public record ContactKey(ProjectId project, ContactId id) {}

    /** A contact with the rest of its row. */
    public record ContactRow(
            ProjectId project, Contact contact, EmailAddress email, Instant createdAt, Instant updatedAt) {}

    /** Returns those of the contacts that exist. */
    public Future<List<ContactRow>> find(SqlClient db, List<ContactKey> wanted) {
        return details.find(db, wanted);
    }

    /** Locks those that exist and that no other transaction holds. */
    public Future<List<ContactRow>> lockAvailable(SqlClient tx, List<ContactKey> wanted) {
        return details.lockAvailable(tx, wanted);
    }

    /**
     * Locks those of the contacts that exist, in the order of their addresses; waits, up to the connection's {@code lock_timeout}, for
     * those another transaction holds.
     */
    public Future<List<Contact>> lock(SqlClient tx, Tenant tenant, List<ContactId> ids) {
        return contacts.lock(tx, tenant, ids);
    }

    /** Deletes the rows of contacts alone; keeps a hash of the address of each that had opted out. */
    Future<Void> delete(SqlClient tx, Tenant tenant, List<ContactId> ids) {
        return optOuts.delete(tx, tenant, ids);
    }

    /**
     * Deletes up to {@code limit} contacts of a project that had opted out, and keeps a hash of the address of each; answers how many
     * were deleted.
     */
    public Future<Integer> deleteOptedOut(SqlClient tx, ProjectId project, int limit) {
        return optOuts.deleteSome(tx, project, limit);
    }

    /** Keeps the opt-out of the address that a contact is about to give up for {@code next}, if the contact has opted out. */
    Future<Void> keepRenamed(SqlClient tx, Tenant tenant, ContactId id, EmailAddress next) {
        return optOuts.keepRenamed(tx, tenant, id, next);
    }

    /** Keeps the opt-out of the address that an email was sent to, if its contact has got another one since. */
    public Future<Void> keepFormer(SqlClient tx, Tenant tenant, ContactId id, EmailId email) {
        return optOuts.keepFormer(tx, tenant, id, email);
    }

    /** True when the address had opted out before its contact was deleted or renamed. */
    Future<Boolean> hasErasedOptOut(SqlClient db, Tenant tenant, EmailAddress email) {
        return optOuts.exists(db, tenant, email);
    }

    /** Returns an empty collection of the effects of one transaction's changes, for {@link #writeEffects}. */
    public ContactChangeEffects effects() {
        return new ContactChangeEffects(
                new FieldDiscovery(project -> projectToFields.get(project, ignored -> ConcurrentHashMap.newKeySet())));
    }

    /**
     * Writes types of new fields and counts; the statements are issued before this returns. The events are the caller's to
     * append. After the commit the caller may call {@link ContactChangeEffects#committed}.
     */
    public Future<Void> writeEffects(SqlClient tx, ContactChangeEffects effects) {
        return writeEffects(tx, effects, false);
    }

    /**
     * Writes types of new fields and counts, as {@link #writeEffects(SqlClient, ContactChangeEffects)} does.
     *
     * @param concealed whether the statement for the counts is executed also where there is none to write, so that the time of the
     *     call does not tell whether a contact was known
     */
    public Future<Void> writeEffects(SqlClient tx, ContactChangeEffects effects, boolean concealed) {
        var registered = registerFields(tx, effects.fields());
        var counted = effects.deltas().isEmpty() && !concealed
                ? Future.<Void>succeededFuture()
                : counts.add(tx, effects.deltas().deltas());
        return registered.compose(ignored -> counted);
    }

    /** Forgets the registered fields of a project whenever a node has deleted one of them, until the subscription is cancelled. */
    public Subscription listen(Bus bus) {
        return bus.listen(ContactMessages.FIELD_DELETED, deleted -> evictFields(deleted.project()));
    }

    /** Forgets the registered fields of a project, because one of them was deleted: the next change registers its fields anew. */
    public void evictFields(UUID project) {
        projectToFields.invalidate(new ProjectId(project));
    }

    private Future<Void> registerFields(SqlClient tx, FieldDiscovery discovered) {
        return discovered.isEmpty()
                ? Future.succeededFuture()
                : fields.registerFields(tx, discovered.sorted())
                        .onSuccess(discovered::cacheExcept)
                        .mapEmpty();
    }
}
