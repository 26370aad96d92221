package io.godwit.addresses;

import java.util.Optional;

/**
 * What an address tells by itself.
 *
 * @param disposable of a throw-away service
 * @param alias of a service that forwards to a real mailbox; never disposable
 * @param plusAddressed carries a sub-address (RFC 5233)
 * @param personal of a provider where anybody gets a mailbox; never disposable
 * @param suggestion the address probably meant, when the domain looks mistyped
 */
record AddressTraits(
        boolean disposable, boolean alias, boolean plusAddressed, boolean personal, Optional<String> suggestion) {}
