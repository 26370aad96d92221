package io.godwit.domains;

import io.godwit.core.Tenant;
import io.godwit.core.id.DomainId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A domain of a project with its keys and the findings of its last check.
 *
 * @param trusted true: verified without a proof, and never checked
 * @param next the new key, which signs once its record is found in DNS
 * @param old the key before, which signs no more
 * @param ed25519 the Ed25519 key, which signs beside the others once its record is found in DNS
 * @param findings the results of the last check, by record
 * @param fence the fence of the check in progress
 */
record Domain(
        DomainId id,
        Tenant tenant,
        String name,
        boolean verified,
        boolean trusted,
        Key key,
        Optional<Key> next,
        Optional<RetiredKey> old,
        Optional<Key> ed25519,
        List<RecordCheck> findings,
        long fence,
        Times times) {

    Domain {
        findings = List.copyOf(findings);
    }

    /** A public key as it is published in DNS. */
    record Key(String selector, String base64) {}

    /** A key that signs no more, and the time until which its record should stay for verifying emails. */
    record RetiredKey(Key key, Instant until) {}

    /** The times of the domain's creation, change, check and verification. */
    record Times(Instant createdAt, Instant updatedAt, Optional<Instant> checkedAt, Optional<Instant> verifiedAt) {}

    Optional<RecordCheck> finding(DnsRecord record) {
        return findings.stream().filter(check -> check.isAbout(record)).findFirst();
    }

    /** The hosts below the domain whose records sending depends on. */
    Set<String> hosts() {
        return findings.stream()
                .filter(check ->
                        (check.type() != DnsRecord.Type.TXT || check.host().contains("._domainkey."))
                                && check.status() == RecordCheck.Status.VALID)
                .map(RecordCheck::host)
                .collect(Collectors.toSet());
    }

    DomainName domainName() {
        return new DomainName(tenant.project(), name);
    }
}
