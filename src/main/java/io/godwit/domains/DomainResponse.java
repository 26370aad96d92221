package io.godwit.domains;

import io.godwit.core.id.DomainId;
import io.godwit.core.id.ProjectId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A domain as a JSON answer.
 *
 * @param notices sentences about records this installation does not ask for, with the settings that add them
 * @param dkimTokens the selectors to publish, for clients that build the records themselves
 */
record DomainResponse(
        DomainId id,
        String domain,
        boolean verified,
        List<String> dkimTokens,
        ProjectId projectId,
        Instant createdAt,
        Instant updatedAt,
        Optional<Instant> lastCheckedAt,
        Optional<Instant> verifiedAt,
        List<RecordResponse> records,
        List<String> notices,
        String zoneFile) {

    /**
     * A record and its status.
     *
     * @param required true: the domain is verified by this record
     * @param found the value found in DNS
     * @param problem a sentence about the mistake in it
     */
    record RecordResponse(
            String type,
            String host,
            String value,
            Optional<Integer> priority,
            String purpose,
            boolean required,
            String description,
            String status,
            Optional<String> found,
            Optional<String> problem) {}

    static DomainResponse of(Domain domain, RequiredRecords records) {
        var wanted = records.required(domain);
        return new DomainResponse(
                domain.id(),
                domain.name(),
                domain.verified(),
                tokens(domain),
                domain.tenant().project(),
                domain.times().createdAt(),
                domain.times().updatedAt(),
                domain.times().checkedAt(),
                domain.times().verifiedAt(),
                wanted.stream().map(record -> line(domain, record)).toList(),
                records.notices(),
                ZoneFile.write(wanted));
    }

    private static List<String> tokens(Domain domain) {
        return domain.next()
                .map(next -> List.of(domain.key().selector(), next.selector()))
                .orElseGet(() -> List.of(domain.key().selector()));
    }

    private static RecordResponse line(Domain domain, DnsRecord record) {
        var check = domain.finding(record).orElseGet(() -> RecordCheck.pending(record));
        return new RecordResponse(
                record.type().name(),
                record.host(),
                record.value(),
                record.priority(),
                record.purpose().word(),
                record.required(),
                record.description(),
                check.status().name().toLowerCase(Locale.ROOT),
                check.found(),
                check.problem());
    }

    /** The answer to a check. */
    record CheckResponse(
            DomainId id,
            String domain,
            List<String> tokens,
            String status,
            boolean verified,
            Optional<Instant> lastCheckedAt,
            List<RecordResponse> records,
            List<String> notices,
            String zoneFile) {

        /** Builds the answer; the statuses are those existing clients know: Success, Pending, TemporaryFailure. */
        static CheckResponse of(DomainChecker.Checked checked, RequiredRecords records) {
            var domain = DomainResponse.of(checked.domain(), records);
            return new CheckResponse(
                    domain.id(),
                    domain.domain(),
                    domain.dkimTokens(),
                    domain.verified()
                            ? "Success"
                            : checked.result() == VerificationResult.UNKNOWN ? "TemporaryFailure" : "Pending",
                    domain.verified(),
                    domain.lastCheckedAt(),
                    domain.records(),
                    domain.notices(),
                    domain.zoneFile());
        }
    }
}
