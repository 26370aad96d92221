package io.godwit.sending;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The reason codes for ending an email here and not by a mail server's refusal, as the column {@code emails.reason} holds them.
 * Statistics, filters and partial indexes use the code; {@code emails.error} keeps the sentence. A refusal of a mail server has
 * no code here: its reply is the reason.
 */
public enum EmailReason {
    UNSUBSCRIBED(EmailStatus.SUPPRESSED, "The contact is not subscribed"),
    SUPPRESSED_BOUNCE(EmailStatus.SUPPRESSED, "The address is on the suppression list: BOUNCE"),
    SUPPRESSED_COMPLAINT(EmailStatus.SUPPRESSED, "The address is on the suppression list: COMPLAINT"),
    SUPPRESSED_MANUAL(EmailStatus.SUPPRESSED, "The address is on the suppression list: MANUAL"),
    CAMPAIGN_CANCELLED(EmailStatus.CANCELLED, "The campaign was cancelled"),
    EMAIL_CANCELLED(EmailStatus.CANCELLED, "The email was cancelled"),
    CONTACT_DELETED(EmailStatus.CANCELLED, "The contact was deleted"),
    PROJECT_DISABLED(EmailStatus.FAILED, "The project is disabled"),
    RESULT_NOT_RECORDED(EmailStatus.FAILED, "The end of the attempt could not be recorded");

    /** A condition over rows of {@code emails}, equal to that of the partial index over suppressed emails. */
    public static final String IS_SUPPRESSED = condition(EmailStatus.SUPPRESSED);

    /** A condition over rows of {@code emails}, equal to that of the partial index over cancelled emails. */
    public static final String IS_CANCELLED = condition(EmailStatus.CANCELLED);

    /** A condition over rows of {@code emails}, equal to that of the partial index over emails that failed and did not bounce. */
    public static final String IS_FAILED =
            "error IS NOT NULL AND bounced_at IS NULL AND (reason IS NULL OR reason NOT IN ("
                    + names(EmailStatus.SUPPRESSED) + ", " + names(EmailStatus.CANCELLED) + "))";

    private final EmailStatus status;
    private final String sentence;

    EmailReason(EmailStatus status, String sentence) {
        this.status = status;
        this.sentence = sentence;
    }

    /** Returns the sentence shown in the email log. */
    public String sentence() {
        return sentence;
    }

    /** Returns all sentences by their codes, for a statement that writes both. */
    public static Map<String, String> sentences() {
        return Arrays.stream(values()).collect(Collectors.toMap(EmailReason::name, EmailReason::sentence));
    }

    /** Returns the status of an email that ends for the reason: SUPPRESSED, CANCELLED or FAILED. */
    public EmailStatus status() {
        return status;
    }

    /** Returns the reason for a suppressed address; {@code reason} is that of its row in {@code suppressions}. */
    public static EmailReason suppressed(String reason) {
        return valueOf("SUPPRESSED_" + reason);
    }

    public static @Nullable String name(Optional<EmailReason> reason) {
        return reason.map(EmailReason::name).orElse(null);
    }

    private static String condition(EmailStatus status) {
        return "reason IN (" + names(status) + ")";
    }

    private static String names(EmailStatus status) {
        return Arrays.stream(values())
                .filter(reason -> reason.status == status)
                .map(reason -> "'" + reason + "'")
                .collect(Collectors.joining(", "));
    }
}
