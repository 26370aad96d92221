package io.godwit.contacts;

import io.godwit.core.ContactId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A contact as it is at one moment; a change makes another one. Belongs to one thread at a time. */
public final class Contact {

    private final ContactId id;
    private final boolean subscribed;
    private final CustomFields fields;

    private Contact(ContactId id, boolean subscribed, CustomFields fields) {
        this.id = id;
        this.subscribed = subscribed;
        this.fields = fields;
    }

    static Contact stored(ContactId id, boolean subscribed, String data) {
        return new Contact(id, subscribed, CustomFields.stored(data));
    }

    /** What {@code change} makes where no contact was. */
    public static Contact create(ContactId id, ContactChange change) {
        return new Contact(
                id, change.subscribed().orElse(change.subscribedIfNew()), CustomFields.NONE.with(change.kept()));
    }

    /** What {@code change} makes of this contact; this object itself when nothing differs. */
    public Contact with(ContactChange change) {
        return with(change.flips() ? change.subscribed() : Optional.empty(), change.kept());
    }

    /** With another subscription, and {@code kept} merged into the data; this object itself when nothing differs. */
    public Contact with(Optional<Boolean> subscription, Patch kept) {
        var wanted = subscription.orElse(subscribed);
        var patched = fields.with(kept);
        return wanted == subscribed && patched == fields ? this : new Contact(id, wanted, patched);
    }

    /** Without the values these chains of keys lead to; this object itself when there are none. */
    Contact without(List<List<String>> chains) {
        var rest = fields.without(chains);
        return rest == fields ? this : new Contact(id, subscribed, rest);
    }

    public ContactId id() {
        return id;
    }

    public boolean subscribed() {
        return subscribed;
    }

    /** The custom fields; not to be changed. */
    public Map<String, @Nullable Object> data() {
        return fields.values();
    }

    /** Whether the custom fields take more than {@link CustomData#MAX_BYTES} as JSON. */
    public boolean tooLarge() {
        return fields.tooLarge();
    }

    /** Whether a row holding {@code other} would have to be written. */
    public boolean differsFrom(Contact other) {
        return this != other && (subscribed != other.subscribed || !sameData(other));
    }

    /** Whether a change has left the custom fields alone; cheap, because it never looks into them. */
    boolean sharesData(Contact other) {
        return fields == other.fields;
    }

    boolean sameData(Contact other) {
        return fields.same(other.fields);
    }

    String json() {
        return fields.text();
    }
}
