package io.godwit.inbound.processing;

import io.godwit.inbound.processing.EmailMatchStore.MatchedEmail;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A report read, or why it cannot be.
 *
 * @param reports empty when nothing in it concerns us, or when it could not be read
 */
record ParsedReport(RawReport raw, List<DeliveryReport> reports, Optional<String> unreadable) {

    /** Compared by identity: what it holds may have megabytes. */
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

    /** The mail it is, when it is no report about mail of ours. */
    Optional<DeliveryReport.Received> received() {
        return reports.stream()
                .filter(DeliveryReport.Received.class::isInstance)
                .map(DeliveryReport.Received.class::cast)
                .findFirst();
    }

    /** The mail it is, when it is no report for all that is known of its author; for the project of the mail that was found. */
    Optional<DeliveryReport.Received> receivedEmail(MatchedEmail found) {
        return ofMail().stream()
                .filter(DeliveryReport.ReturnedMail.class::isInstance)
                .map(DeliveryReport.ReturnedMail.class::cast)
                .filter(words -> words.isLetter(found.fromRecipient()))
                .map(words -> words.letter().forProject(found.mail().project()))
                .findFirst();
    }
}
