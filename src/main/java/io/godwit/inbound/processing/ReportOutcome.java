package io.godwit.inbound.processing;

import java.util.UUID;

/**
 * The outcome of processing a report.
 *
 * @param note for an operator; empty for none
 */
record ReportOutcome(UUID id, State state, String note) {

    /** The states of the table, and {@link #UNKNOWN}. */
    enum State {
        DONE,
        IGNORED,
        /** The result of sending its email is not recorded yet. */
        WAITING,
        /** The email may become known: the report waits until the configured time is over. */
        UNKNOWN,
        UNMATCHED,
        FAILED
    }

    static ReportOutcome of(RawReport raw, State state, String note) {
        return new ReportOutcome(raw.id(), state, note);
    }
}
