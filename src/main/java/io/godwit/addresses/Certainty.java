package io.godwit.addresses;

import io.godwit.dns.DnsAnswer;

/** The truth of a statement, as far as DNS tells. */
enum Certainty {
    YES,
    NO,
    UNKNOWN;

    static Certainty of(DnsAnswer<?> answer) {
        if (answer.isUnknown()) {
            return UNKNOWN;
        }
        return answer.isFound() ? YES : NO;
    }

    /** Yes when one of the two is, unknown when one might still be. */
    Certainty or(Certainty other) {
        if (this == YES || other == YES) {
            return YES;
        }
        return this == NO && other == NO ? NO : UNKNOWN;
    }
}
