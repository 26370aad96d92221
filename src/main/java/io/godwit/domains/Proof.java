package io.godwit.domains;

/** Whether a domain's owner has shown that it is theirs. */
enum Proof {
    PROVEN,
    /** Their name servers say that the record is not there, or is another. */
    ABSENT,
    /** Nobody said anything. */
    UNKNOWN;

    static Proof of(Finding.Status status) {
        return switch (status) {
            case VALID -> PROVEN;
            case INVALID, MISSING -> ABSENT;
            case UNKNOWN, PENDING -> UNKNOWN;
        };
    }
}
