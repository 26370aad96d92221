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
        DataPatch persistentData) {}
