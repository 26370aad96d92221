package io.godwit.domains;

import com.fasterxml.jackson.annotation.JsonValue;
import io.godwit.core.id.DomainId;
import io.godwit.core.id.ProjectId;
import java.time.Instant;
import java.util.List;
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
            DnsRecord.Type type,
            String host,
            String value,
            Optional<Integer> priority,
            DnsRecord.Purpose purpose,
            boolean required,
            String description,
            RecordCheck.Status status,
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
                record.type(),
                record.host(),
                record.value(),
                record.priority(),
                record.purpose(),
                record.required(),
                record.description(),
                check.status(),
                check.found(),
                check.problem());
    }

    /** The answer to a check. */
    record CheckResponse(
            DomainId id,
            String domain,
            List<String> tokens,
            DomainCheckStatus status,
            boolean verified,
            Optional<Instant> lastCheckedAt,
            List<RecordResponse> records,
            List<String> notices,
            String zoneFile) {

        /** The result of a check, in the words that existing clients know. */
        enum DomainCheckStatus {
            SUCCESS("Success"),
            PENDING("Pending"),
            TEMPORARY_FAILURE("TemporaryFailure");

            private final String word;

            DomainCheckStatus(String word) {
                this.word = word;
            }

            @JsonValue
            String word() {
                return word;
            }
        }

        private static DomainCheckStatus status(boolean verified, VerificationResult result) {
            if (verified) {
                return DomainCheckStatus.SUCCESS;
            }
            return result == VerificationResult.UNKNOWN
                    ? DomainCheckStatus.TEMPORARY_FAILURE
                    : DomainCheckStatus.PENDING;
        }

        static CheckResponse of(DomainChecker.Checked checked, RequiredRecords records) {
            var domain = DomainResponse.of(checked.domain(), records);
            return new CheckResponse(
                    domain.id(),
                    domain.domain(),
                    domain.dkimTokens(),
                    status(domain.verified(), checked.result()),
                    domain.verified(),
                    domain.lastCheckedAt(),
                    domain.records(),
                    domain.notices(),
                    domain.zoneFile());
        }
    }
}
