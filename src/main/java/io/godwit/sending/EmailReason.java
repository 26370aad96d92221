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
    UNSUBSCRIBED(Group.SUPPRESSED, "The contact is not subscribed"),
    SUPPRESSED_BOUNCE(Group.SUPPRESSED, "The address is on the suppression list: BOUNCE"),
    SUPPRESSED_COMPLAINT(Group.SUPPRESSED, "The address is on the suppression list: COMPLAINT"),
    SUPPRESSED_MANUAL(Group.SUPPRESSED, "The address is on the suppression list: MANUAL"),
    CAMPAIGN_CANCELLED(Group.CANCELLED, "The campaign was cancelled"),
    EMAIL_CANCELLED(Group.CANCELLED, "The email was cancelled"),
    CONTACT_DELETED(Group.CANCELLED, "The contact was deleted"),
    PROJECT_DISABLED(Group.FAILED, "The project is disabled"),
    RESULT_NOT_RECORDED(Group.FAILED, "The end of the attempt could not be recorded");

    /** A condition over rows of {@code emails}, equal to that of the partial index over suppressed emails. */
    public static final String IS_SUPPRESSED = condition(Group.SUPPRESSED);

    /** As {@link #IS_SUPPRESSED}, for cancelled emails. */
    public static final String IS_CANCELLED = condition(Group.CANCELLED);

    /** As {@link #IS_SUPPRESSED}, for emails that failed and did not bounce. */
    public static final String IS_FAILED =
            "error IS NOT NULL AND bounced_at IS NULL AND (reason IS NULL OR reason NOT IN (" + names(Group.SUPPRESSED)
                    + ", " + names(Group.CANCELLED) + "))";

    /** The status of an email that ends for the reason. */
    private enum Group {
        SUPPRESSED,
        CANCELLED,
        FAILED
    }

    private final Group group;
    private final String sentence;

    EmailReason(Group group, String sentence) {
        this.group = group;
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

    AttemptOutcome outcome() {
        return AttemptOutcome.dropped(AttemptOutcome.End.valueOf(group.name()), this);
    }

    /** Returns the reason for a suppressed address; {@code reason} is that of its row in {@code suppressions}. */
    static EmailReason suppressed(String reason) {
        return valueOf("SUPPRESSED_" + reason);
    }

    public static @Nullable String name(Optional<EmailReason> reason) {
        return reason.map(EmailReason::name).orElse(null);
    }

    private static String condition(Group group) {
        return "reason IN (" + names(group) + ")";
    }

    private static String names(Group group) {
        return Arrays.stream(values())
                .filter(reason -> reason.group == group)
                .map(reason -> "'" + reason + "'")
                .collect(Collectors.joining(", "));
    }
}
