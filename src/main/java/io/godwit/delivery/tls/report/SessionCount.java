package io.godwit.delivery.tls.report;

import io.godwit.delivery.tls.AppliedPolicy;
import io.godwit.delivery.tls.TlsResult;
import java.time.LocalDate;

/**
 * The number of sessions of one kind.
 *
 * @param policy as it was applied last
 */
record SessionCount(Key key, AppliedPolicy policy, long sessions) {

    /**
     * The kind of a session.
     *
     * @param day in UTC
     * @param policyType with {@code domain} names the policy, whose text may change during the day
     * @param source our IP address, empty when unknown
     * @param address the mail host's IP address, empty when unknown
     */
    record Key(
            LocalDate day,
            String domain,
            String policyType,
            String host,
            TlsResult result,
            String source,
            String address) {}
}
