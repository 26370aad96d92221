package io.godwit.domains;

import io.godwit.core.id.DomainId;
import java.security.KeyPair;
import java.util.Optional;

/**
 * A domain to be added, with the key pair that will sign for it.
 *
 * @param ed25519 signs beside it, where the settings ask for that
 */
public record NewDomain(DomainId id, String domain, KeyPair keys, Optional<KeyPair> ed25519) {

    /**
     * The selector its key is published under (RFC 6376 §3.1), different in every project and for every key: the random end
     * of the id.
     */
    public String selector() {
        return selector(id);
    }

    private static String selector(DomainId id) {
        return "godwit-" + id.toString().substring(24);
    }

    /** The selector of its Ed25519 key. */
    String ed25519Selector() {
        return ed25519Selector(id);
    }

    static String ed25519Selector(DomainId id) {
        return selector(id) + "-ed25519";
    }

    @Override
    public String toString() {
        return "NewDomain[" + id + "]";
    }
}
