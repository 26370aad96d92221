package io.godwit.sending;

/** What the log says of an email, by rank (decisions.md, Statuses): whatever is reported in whatever order, it only rises. */
public enum EmailStatus {
    PENDING,
    SENDING,
    SENT,
    DELIVERED,
    OPENED,
    CLICKED,
    BOUNCED,
    COMPLAINED,
    FAILED,
    SUPPRESSED,
    CANCELLED,
    RECEIVED;

    /** The one of higher rank. */
    public EmailStatus or(EmailStatus other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
