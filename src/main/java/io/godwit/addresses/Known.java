package io.godwit.addresses;

import io.godwit.dns.Lookup;

/** What DNS lets us say. */
enum Known {
    YES,
    NO,
    UNKNOWN;

    static Known of(Lookup<?> lookup) {
        if (lookup.isUnknown()) {
            return UNKNOWN;
        }
        return lookup.isFound() ? YES : NO;
    }

    /** Yes when one of the two is, unknown when that might still be. */
    Known or(Known other) {
        if (this == YES || other == YES) {
            return YES;
        }
        return this == NO && other == NO ? NO : UNKNOWN;
    }
}
