package io.godwit.domains;

import io.godwit.core.DomainId;
import io.godwit.core.ProjectId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A domain as the API shows it.
 *
 * @param notices which records are missing in the list, and what the operator sets to have them
 * @param dkimTokens the selectors it is to publish, for clients that build the records themselves
 */
record DomainAnswer(
        DomainId id,
        String domain,
        boolean verified,
        List<String> dkimTokens,
        ProjectId projectId,
        Instant createdAt,
        Instant updatedAt,
        Optional<Instant> lastCheckedAt,
        Optional<Instant> verifiedAt,
        List<Line> records,
        List<String> notices,
        String zoneFile) {

    /**
     * One record and how it stands.
     *
     * @param required whether the domain is verified by it
     * @param found what is there
     * @param problem what is wrong with it
     */
    record Line(
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

    static DomainAnswer of(Domain domain, Records records) {
        var wanted = records.of(domain);
        return new DomainAnswer(
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
                ZoneFile.of(wanted));
    }

    private static List<String> tokens(Domain domain) {
        return domain.next()
                .map(next -> List.of(domain.key().selector(), next.selector()))
                .orElseGet(() -> List.of(domain.key().selector()));
    }

    private static Line line(Domain domain, DnsRecord record) {
        var finding = domain.finding(record).orElseGet(() -> Finding.pending(record));
        return new Line(
                record.type().name(),
                record.host(),
                record.value(),
                record.priority(),
                record.purpose().word(),
                record.required(),
                record.description(),
                finding.status().name().toLowerCase(Locale.ROOT),
                finding.found(),
                finding.problem());
    }

    /** The answer to a check. */
    record CheckAnswer(
            DomainId id,
            String domain,
            List<String> tokens,
            String status,
            boolean verified,
            Optional<Instant> lastCheckedAt,
            List<Line> records,
            List<String> notices,
            String zoneFile) {

        /** The words are those clients know: Success, Pending, TemporaryFailure. */
        static CheckAnswer of(Checks.Checked checked, Records records) {
            var domain = DomainAnswer.of(checked.domain(), records);
            return new CheckAnswer(
                    domain.id(),
                    domain.domain(),
                    domain.dkimTokens(),
                    domain.verified() ? "Success" : checked.proof() == Proof.UNKNOWN ? "TemporaryFailure" : "Pending",
                    domain.verified(),
                    domain.lastCheckedAt(),
                    domain.records(),
                    domain.notices(),
                    domain.zoneFile());
        }
    }
}
