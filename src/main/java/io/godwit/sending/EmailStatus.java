package io.godwit.sending;

/** The status of an email, by rank: in whatever order reports come, it only rises. */
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
