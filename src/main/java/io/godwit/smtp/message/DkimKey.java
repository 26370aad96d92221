package io.godwit.smtp.message;

import java.security.PrivateKey;

/** The signing key of a domain (RFC 6376 §3.5: {@code d=} and {@code s=}). */
public record DkimKey(String domain, String selector, PrivateKey privateKey) {

    @Override
    public String toString() {
        return "DkimKey[" + selector + "._domainkey." + domain + "]";
    }
}
