package io.godwit.dns;

/**
 * A host that receives mail for a domain.
 *
 * @param preference the lowest is tried first
 * @param host without the final dot; empty for a null MX
 */
public record Mx(int preference, String host) {

    /** True for a null MX: the domain receives no mail (RFC 7505 §3). */
    public boolean isNull() {
        return host.isEmpty();
    }
}
