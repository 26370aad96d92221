package io.godwit.addresses;

import java.util.Optional;

/**
 * The properties of an address that follow from its text and the lists in the jar.
 *
 * @param disposable true: of a throw-away service
 * @param alias true: of a service that forwards to a real mailbox; never disposable
 * @param plusAddressed true: has a sub-address (RFC 5233)
 * @param personal true: of a provider with free mailboxes for everyone; never disposable
 * @param suggestion the address probably meant, when the domain looks mistyped
 */
record AddressTraits(
        boolean disposable, boolean alias, boolean plusAddressed, boolean personal, Optional<String> suggestion) {}
