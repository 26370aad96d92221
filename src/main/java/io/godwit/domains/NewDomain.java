package io.godwit.domains;

import io.godwit.core.id.DomainId;
import java.security.KeyPair;

/** A domain to be added, with the key pair that will sign for it. */
public record NewDomain(DomainId id, String domain, KeyPair keys) {

    /**
     * The selector its key is published under (RFC 6376 §3.1), different in every project and for every key: the random end
     * of the id.
     */
    public String selector() {
        return "godwit-" + id.toString().substring(24);
    }

    @Override
    public String toString() {
        return "NewDomain[" + id + "]";
    }
}
