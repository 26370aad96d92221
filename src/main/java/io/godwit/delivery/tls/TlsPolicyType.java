package io.godwit.delivery.tls;

import java.util.Locale;

/** The kind of a policy, as TLS reports name it (RFC 8460 §4.2). */
public enum TlsPolicyType {
    TLSA,
    STS,
    NO_POLICY_FOUND;

    /** Returns the name in reports: {@code no-policy-found}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the type with a name that {@link #code} has returned. */
    public static TlsPolicyType of(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
