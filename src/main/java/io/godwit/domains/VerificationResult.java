package io.godwit.domains;

/** Whether a domain's owner has shown that it is theirs. */
enum VerificationResult {
    PROVEN,
    /** Their name servers say that the record is not there, or is another. */
    ABSENT,
    /** Nobody said anything. */
    UNKNOWN;

    static VerificationResult of(RecordCheck.Status status) {
        return switch (status) {
            case VALID -> PROVEN;
            case INVALID, MISSING -> ABSENT;
            case UNKNOWN, PENDING -> UNKNOWN;
        };
    }
}
