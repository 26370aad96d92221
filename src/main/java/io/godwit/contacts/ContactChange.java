package io.godwit.contacts;

import io.godwit.core.EmailAddress;
import java.util.Optional;

/**
 * One upsert of a contact.
 *
 * @param subscribed the subscription the caller asked for
 * @param subscribedIfNew the subscription of a new contact when the caller asked for none
 * @param authority which opt-outs {@code subscribed} overrides
 */
public record ContactChange(
        EmailAddress email,
        Optional<Boolean> subscribed,
        boolean subscribedIfNew,
        SubscriptionAuthority authority,
        DataPatch persistentData,
        ConsentSource source) {

    /** A change by a request with a key. */
    public ContactChange(
            EmailAddress email,
            Optional<Boolean> subscribed,
            boolean subscribedIfNew,
            SubscriptionAuthority authority,
            DataPatch persistentData) {
        this(email, subscribed, subscribedIfNew, authority, persistentData, ConsentSource.API);
    }

    /** Returns this change by another cause. */
    public ContactChange by(ConsentSource cause) {
        return new ContactChange(email, subscribed, subscribedIfNew, authority, persistentData, cause);
    }
}
