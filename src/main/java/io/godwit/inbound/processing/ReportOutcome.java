package io.godwit.inbound.processing;

import java.util.UUID;

/**
 * What became of a report when it was looked at.
 *
 * @param note for an operator; empty for none
 */
record ReportOutcome(UUID id, State state, String note) {

    /** As the table names them, and {@link #UNKNOWN}. */
    enum State {
        DONE,
        IGNORED,
        /** Its mail is on its way still. */
        PARKED,
        /** Its mail may become known: parked, for as long as we wait. */
        UNKNOWN,
        UNMATCHED,
        FAILED
    }

    static ReportOutcome of(RawReport raw, State state, String note) {
        return new ReportOutcome(raw.id(), state, note);
    }
}
