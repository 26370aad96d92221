package io.godwit.bounces;

import io.godwit.bounces.BounceVerdict.Kind;
import java.util.Optional;
import java.util.Set;

/**
 * Parses complaints in the Abuse Reporting Format (RFC 5965), messages that only look like one, and those of Outlook.com's Junk
 * Mail Reporting Program, which returns the email without a report.
 */
final class FeedbackReport {

    /**
     * Feedback types that are complaints (RFC 5965 §7.3); {@code not-spam} and {@code auth-failure} (RFC 6591) are none.
     */
    private static final Set<String> COMPLAINTS =
            Set.of("abuse", "fraud", "virus", "other", "opt-out", "opt-out-list", "");

    private static final String JUNK_REPORTS = "staff@hotmail.com";

    /** Microsoft's field with the address of the complaining recipient. */
    private static final String JUNK_RECIPIENT = "X-HmXmrOriginalRecipient";

    private FeedbackReport() {}

    static Optional<BounceVerdict> read(BounceMessage message) {
        return message.first("message/feedback-report")
                .map(report -> verdict(message, report))
                .or(() -> junkReport(message));
    }

    private static Optional<BounceVerdict> junkReport(BounceMessage message) {
        var from = message.head().first("From").flatMap(AddressExtractor::typed).orElse("");
        var recipient = message.returned().first(JUNK_RECIPIENT);
        return from.equalsIgnoreCase(JUNK_REPORTS) && recipient.isPresent()
                ? Optional.of(BounceVerdict.reported(Kind.COMPLAINT, "Feedback-Type: abuse")
                        .about(recipient.flatMap(AddressExtractor::typed)))
                : Optional.empty();
    }

    private static BounceVerdict verdict(BounceMessage message, String report) {
        var fields = HeaderFields.groups(report).stream().findFirst().orElse(HeaderFields.NONE);
        var type = fields.lower("Feedback-Type");
        var line = "Feedback-Type: " + (type.isEmpty() ? "not given" : type);
        return COMPLAINTS.contains(type)
                ? BounceVerdict.reported(Kind.COMPLAINT, line).about(complainer(message, fields))
                : BounceVerdict.reported(Kind.NONE, line);
    }

    /**
     * Returns the complaining recipient. Providers remove the address from the returned email, some from the report as well.
     */
    private static Optional<String> complainer(BounceMessage message, HeaderFields report) {
        return report.first("Original-Rcpt-To")
                .or(() -> report.first("Removal-Recipient"))
                .or(() -> message.returned().first("To"))
                .flatMap(AddressExtractor::typed);
    }
}
