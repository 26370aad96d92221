package io.godwit.inbound.processing;

import io.godwit.inbound.processing.EmailMatchStore.MatchedEmail;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A parsed report, or the reason why it cannot be parsed.
 *
 * @param reports empty when nothing in it concerns us, or when it could not be parsed
 */
record ParsedReport(RawReport raw, List<DeliveryReport> reports, Optional<String> unreadable) {

    /** Compares by identity: its content may have megabytes. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    List<DeliveryReport.EmailReport> ofMail() {
        return reports.stream()
                .filter(DeliveryReport.EmailReport.class::isInstance)
                .map(DeliveryReport.EmailReport.class::cast)
                .toList();
    }

    /** Returns the received email, when the report is one and not about a sent email. */
    Optional<DeliveryReport.Received> received() {
        return reports.stream()
                .filter(DeliveryReport.Received.class::isInstance)
                .map(DeliveryReport.Received.class::cast)
                .findFirst();
    }

    /**
     * Returns the received email, when the message holds no report that counts; for the project of the found email.
     */
    Optional<DeliveryReport.Received> receivedEmail(MatchedEmail match) {
        return ofMail().stream()
                .filter(DeliveryReport.ReturnedMail.class::isInstance)
                .map(DeliveryReport.ReturnedMail.class::cast)
                .filter(returned -> returned.isPersonalEmail(match.fromRecipient()))
                .map(returned -> returned.received().forProject(match.key().project()))
                .findFirst();
    }
}
