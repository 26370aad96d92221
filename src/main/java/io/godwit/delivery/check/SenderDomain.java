package io.godwit.delivery.check;

import java.util.List;
import java.util.Optional;

/**
 * A domain that emails are sent from.
 *
 * @param name in A-labels, lower case
 * @param keys its DKIM keys; none: not known
 */
public record SenderDomain(String name, List<PublishedKey> keys) {

    public SenderDomain {
        keys = List.copyOf(keys);
    }

    /**
     * A DKIM key of the domain.
     *
     * @param base64 as its record has it; empty: any key will do
     */
    public record PublishedKey(KeyType type, String selector, Optional<String> base64) {}

    /** The algorithms of DKIM keys, as the tag {@code k} names them in lower case. */
    public enum KeyType {
        RSA,
        /** Signs beside RSA, with which alone mail passes as well (RFC 8463). */
        ED25519
    }
}
