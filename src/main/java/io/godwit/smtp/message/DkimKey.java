package io.godwit.smtp.message;

import java.security.PrivateKey;
import java.util.Optional;

/**
 * The signing key of a domain (RFC 6376 §3.5: {@code d=} and {@code s=}).
 *
 * @param privateKey RSA
 * @param second signs beside it, for receivers that verify Ed25519; the others ignore its signature
 */
public record DkimKey(String domain, String selector, PrivateKey privateKey, Optional<Ed25519Key> second) {

    /** An Ed25519 key of the same domain (RFC 8463). */
    public record Ed25519Key(String selector, PrivateKey privateKey) {

        @Override
        public String toString() {
            return "Ed25519Key[" + selector + "]";
        }
    }

    /** Creates a key that signs alone. */
    public DkimKey(String domain, String selector, PrivateKey privateKey) {
        this(domain, selector, privateKey, Optional.empty());
    }

    @Override
    public String toString() {
        return "DkimKey[" + selector + "._domainkey." + domain + "]";
    }
}
