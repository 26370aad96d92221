package io.godwit.contacts;

import io.godwit.core.EmailAddress;
import java.util.Optional;

/**
 * One upsert of a contact.
 *
 * @param subscribed what the caller asked for
 * @param subscribedIfNew what a new contact gets when the caller did not say
 * @param authority which opt-outs {@code subscribed} overrides
 */
public record ContactChange(
        EmailAddress email,
        Optional<Boolean> subscribed,
        boolean subscribedIfNew,
        SubscriptionAuthority authority,
        DataPatch kept) {}
