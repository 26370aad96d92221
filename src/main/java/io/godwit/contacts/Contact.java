package io.godwit.contacts;

import io.godwit.core.id.ContactId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A contact at one moment; a change makes another object. Belongs to one thread at a time. */
public final class Contact {

    private final ContactId id;
    private final boolean subscribed;
    private final @Nullable OptOut optOut;
    private final ContactData fields;

    private Contact(ContactId id, boolean subscribed, @Nullable OptOut optOut, ContactData fields) {
        this.id = id;
        this.subscribed = subscribed;
        this.optOut = subscribed ? null : optOut;
        this.fields = fields;
    }

    static Contact stored(
            ContactId id, boolean subscribed, @Nullable String optOut, String data, @Nullable String publicFields) {
        var fields = ContactData.stored(data, publicFields);
        return new Contact(id, subscribed, optOut == null ? null : OptOut.valueOf(optOut), fields);
    }

    /** Makes the contact that {@code change} creates. */
    public static Contact create(ContactId id, ContactChange change) {
        var subscribed = change.subscribed();
        return new Contact(
                id,
                subscribed.orElse(change.subscribedIfNew()),
                subscribed.isPresent() ? change.authority().optOut() : null,
                ContactData.NONE.with(change.persistentData(), change.authority()));
    }

    /** Applies {@code change} to this contact; answers this object itself when nothing differs. */
    public Contact with(ContactChange change) {
        return with(change.subscribed(), change.authority(), change.persistentData());
    }

    /**
     * Returns the contact with another subscription, as far as {@code authority} may change it, and with {@code persistentData}
     * merged into its data; this object itself when nothing differs.
     */
    public Contact with(Optional<Boolean> subscription, SubscriptionAuthority authority, DataPatch persistentData) {
        var wanted = subscription
                .filter(yes -> yes ? authority.overrides(optOut) : authority.flips())
                .orElse(subscribed);
        var refusal = subscription.filter(yes -> !yes && authority.flips()).isPresent()
                ? strongest(authority.optOut())
                : optOut;
        var patched = fields.with(persistentData, authority);
        return wanted == subscribed && patched == fields && (wanted || refusal == optOut)
                ? this
                : new Contact(id, wanted, refusal, patched);
    }

    private OptOut strongest(OptOut other) {
        return optOut == null || optOut.compareTo(other) < 0 ? other : optOut;
    }

    /** Returns this contact, unsubscribed because its address had opted out before an erasure. */
    public Contact erasedBefore() {
        return new Contact(id, false, OptOut.ERASED, fields);
    }

    /** Returns the contact without the values these chains of keys lead to; this object itself when there are none. */
    public Contact without(List<List<String>> chains) {
        var remaining = fields.without(chains);
        return remaining == fields ? this : new Contact(id, subscribed, optOut, remaining);
    }

    public ContactId id() {
        return id;
    }

    public boolean subscribed() {
        return subscribed;
    }

    /** The origin of the contact's opt-out from marketing email; empty for one that is subscribed or was never asked. */
    public Optional<OptOut> optOut() {
        return Optional.ofNullable(optOut);
    }

    /** The custom fields; not to be changed. */
    public Map<String, @Nullable Object> data() {
        return fields.values();
    }

    /** True when the custom fields take more than {@link DataChange#MAX_BYTES} as JSON. */
    public boolean tooLarge() {
        return fields.tooLarge();
    }

    /** True when a row holding {@code other} would have to be written. */
    public boolean differsFrom(Contact other) {
        return this != other && (subscribed != other.subscribed || optOut != other.optOut || !sameData(other));
    }

    /** True when a change has left the custom fields alone; cheap, because it compares references only. */
    boolean sharesData(Contact other) {
        return fields == other.fields;
    }

    boolean sameData(Contact other) {
        return fields.same(other.fields);
    }

    String json() {
        return fields.text();
    }

    /** Names of the custom fields that were last written with a public key, as a list in JSON; null for none. */
    @Nullable
    String publicFields() {
        return fields.publicNames();
    }
}
