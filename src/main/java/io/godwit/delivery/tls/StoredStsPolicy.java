package io.godwit.delivery.tls;

import java.util.Optional;

/**
 * The knowledge of a domain's MTA-STS policy, a row of {@code mta_sts_policies}.
 *
 * @param id of the TXT record at the last fetch that succeeded
 * @param policy the policy while it may be kept; empty when there is none or it is too old
 * @param failure the failure of the last fetch, when a fetch has failed since the last success
 * @param rests whether that was less than five minutes ago (RFC 8461 §3.3)
 */
record StoredStsPolicy(Optional<String> id, Optional<StsPolicy> policy, Optional<TlsResult> failure, boolean rests) {

    /** The knowledge of a domain that was never looked up. */
    static final StoredStsPolicy UNKNOWN =
            new StoredStsPolicy(Optional.empty(), Optional.empty(), Optional.empty(), false);
}
