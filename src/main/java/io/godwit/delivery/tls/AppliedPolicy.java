package io.godwit.delivery.tls;

import java.util.List;

/**
 * The policy that a session was held to, as its report shows it (RFC 8460 §4.2).
 *
 * @param domain the domain the report goes to
 * @param lines the lines of the MTA-STS policy, or the TLSA records
 * @param mxHosts the patterns of {@code mx:} lines
 */
public record AppliedPolicy(TlsPolicyType type, String domain, List<String> lines, List<String> mxHosts) {

    public AppliedPolicy {
        lines = List.copyOf(lines);
        mxHosts = List.copyOf(mxHosts);
    }

    /** Returns the policy of a domain that has none. */
    static AppliedPolicy none(String domain) {
        return new AppliedPolicy(TlsPolicyType.NO_POLICY_FOUND, domain, List.of(), List.of());
    }
}
