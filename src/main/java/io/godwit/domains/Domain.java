package io.godwit.domains;

import io.godwit.core.Tenant;
import io.godwit.core.id.DomainId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A domain of a project with all that is known of it.
 *
 * @param vouched needs no proof and is never checked
 * @param next the key that signs once it is found in DNS
 * @param old the key that signed before
 * @param findings as of the last check
 * @param fence of the check under way
 */
record Domain(
        DomainId id,
        Tenant tenant,
        String name,
        boolean verified,
        boolean vouched,
        Key key,
        Optional<Key> next,
        Optional<RetiredKey> old,
        List<RecordCheck> findings,
        long fence,
        Times times) {

    Domain {
        findings = List.copyOf(findings);
    }

    /** A public key as it is published. */
    record Key(String selector, String base64) {}

    /** A key that signs no more, and until when mail may still be verified with it. */
    record RetiredKey(Key key, Instant until) {}

    /** When what happened to it. */
    record Times(Instant createdAt, Instant updatedAt, Optional<Instant> checkedAt, Optional<Instant> verifiedAt) {}

    Optional<RecordCheck> finding(DnsRecord record) {
        return findings.stream().filter(finding -> finding.isAbout(record)).findFirst();
    }

    /** Those below it that lead to us. */
    Set<String> hosts() {
        return findings.stream()
                .filter(finding -> finding.type() != DnsRecord.Type.TXT && finding.status() == RecordCheck.Status.VALID)
                .map(RecordCheck::host)
                .collect(Collectors.toSet());
    }

    DomainName domainName() {
        return new DomainName(tenant.project(), name);
    }
}
