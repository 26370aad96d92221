package io.godwit.contacts;

import static java.util.Objects.requireNonNull;

import io.godwit.contacts.ContactBatchWriter.ChangedContact;
import io.godwit.contacts.ContactBatchWriter.InsertedContact;
import io.godwit.contacts.ContactBatchWriter.NewContact;
import io.godwit.core.EmailAddress;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One contact of a batch of changes. Whether it exists is known only once it is inserted or locked, so a new contact is
 * inserted as all changes of the batch together would leave it; most are then right already and are not written twice.
 */
public final class BatchContact {

    public static final Comparator<BatchContact> ORDER = Comparator.comparing(
                    (BatchContact contact) -> contact.key.project().value())
            .thenComparing(contact -> contact.key.email().value());

    /** The project and address that identify a contact. */
    public record Key(ProjectId project, EmailAddress email) {}

    private final Key key;
    private final ContactId idIfNew = new ContactId(Ids.next());
    private final ContactChange firstChange;
    private final Contact first;
    /** The row as a new contact is inserted. */
    private Contact assumed;
    /** The row as it is; null as long as neither inserted nor locked. */
    private @Nullable Contact stored;
    /** The contact as the changes accepted so far leave it; null while there is none. */
    private @Nullable Contact current;
    /** Tells whether the contact was inserted for an address that had opted out before an earlier contact was deleted. */
    private boolean erased;

    public BatchContact(Key key, ContactChange firstChange) {
        this.key = key;
        this.firstChange = firstChange;
        this.first = Contact.create(idIfNew, firstChange);
        this.assumed = first;
    }

    /** Another change of the batch. */
    public void expect(ContactChange change) {
        assumed = assumed.with(change);
    }

    public Key key() {
        return key;
    }

    public NewContact wanted() {
        return new NewContact(key.project(), key.email(), assumed, overridesErased(firstChange), origin());
    }

    private String origin() {
        return firstChange.source().origin(first.subscribed());
    }

    static boolean overridesErased(ContactChange change) {
        return change.subscribed().orElse(false) && change.authority().overrides(OptOut.ERASED);
    }

    /** Marks those of {@code contacts} that were inserted. */
    public static void inserted(List<BatchContact> contacts, List<InsertedContact> inserted) {
        if (!inserted.isEmpty()) {
            var idToErased = inserted.stream().collect(Collectors.toMap(InsertedContact::id, InsertedContact::erased));
            contacts.stream()
                    .filter(contact -> idToErased.containsKey(contact.idIfNew))
                    .forEach(contact -> contact.inserted(requireNonNull(idToErased.get(contact.idIfNew))));
        }
    }

    private void inserted(boolean erased) {
        this.erased = erased;
        stored = erased ? assumed.erasedBefore() : assumed;
    }

    public void found(Contact contact) {
        stored = contact;
        current = contact;
    }

    /** True when this transaction has inserted or locked the row. */
    public boolean isLocked() {
        return stored != null;
    }

    public @Nullable Contact current() {
        return current;
    }

    /** Applies {@code change} to the contact; answers the same object when nothing changes. */
    public Contact apply(ContactChange change) {
        var before = current;
        var after = before != null ? before.with(change) : create(change);
        current = after;
        return after;
    }

    private Contact create(ContactChange change) {
        var created = change.equals(firstChange) ? first : Contact.create(idIfNew, change);
        return erased ? created.erasedBefore() : created;
    }

    /** Undoes {@link #apply}. */
    public void restore(@Nullable Contact before) {
        current = before;
    }

    public Optional<ChangedContact> changed() {
        var after = current;
        return after != null && after.differsFrom(requireNonNull(stored))
                ? Optional.of(new ChangedContact(key.project(), stored, after))
                : Optional.empty();
    }

    /** True when the row was inserted for changes that were all refused. */
    public boolean isOnlyRefused() {
        return stored != null && current == null;
    }
}
