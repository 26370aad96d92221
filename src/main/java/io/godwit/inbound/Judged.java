package io.godwit.inbound;

import io.godwit.inbound.MatchStore.Found;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A report read, or why it cannot be.
 *
 * @param reports empty when nothing in it concerns us, or when it could not be read
 */
record Judged(RawReport raw, List<Report> reports, Optional<String> unreadable) {

    /** Compared by identity: what it holds may have megabytes. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    List<Report.OfMail> ofMail() {
        return reports.stream()
                .filter(Report.OfMail.class::isInstance)
                .map(Report.OfMail.class::cast)
                .toList();
    }

    /** The mail it is, when it is no report about mail of ours. */
    Optional<Report.Received> received() {
        return reports.stream()
                .filter(Report.Received.class::isInstance)
                .map(Report.Received.class::cast)
                .findFirst();
    }

    /** The mail it is, when it is no report for all that is known of its author; for the project of the mail that was found. */
    Optional<Report.Received> letter(Found found) {
        return ofMail().stream()
                .filter(Report.InWords.class::isInstance)
                .map(Report.InWords.class::cast)
                .filter(words -> words.isLetter(found.fromRecipient()))
                .map(words -> words.letter().forProject(found.mail().project()))
                .findFirst();
    }
}
