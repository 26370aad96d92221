package io.godwit.sending;

/** The status of an email, by rank: a status only rises, in whatever order reports arrive. */
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

    /** Returns the status of higher rank. */
    public EmailStatus or(EmailStatus other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
