package io.godwit.contacts;

import io.godwit.core.EmailAddress;
import java.util.Optional;

/**
 * One upsert of a contact.
 *
 * @param subscribed what the caller asked for
 * @param subscribedIfNew what a new contact gets when the caller did not say
 * @param flips whether {@code subscribed} may change an existing contact; false for public keys
 */
public record ContactChange(
        EmailAddress email, Optional<Boolean> subscribed, boolean subscribedIfNew, boolean flips, Patch kept) {}
