package io.godwit.domains;

/** The result of looking for a domain's proof. */
enum VerificationResult {
    PROVEN,
    /** The name servers answer that the record is not there, or is another. */
    ABSENT,
    /** No server answered. */
    UNKNOWN;

    static VerificationResult of(RecordCheck.Status status) {
        return switch (status) {
            case VALID -> PROVEN;
            case INVALID, MISSING -> ABSENT;
            case UNKNOWN, PENDING -> UNKNOWN;
        };
    }
}
