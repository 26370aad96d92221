package io.godwit.workflows;

import java.time.Instant;
import java.util.Optional;

/** Why a rest is over: its time has come, an event has arrived, or a call has ended. */
record Wake(Optional<Event> event, Optional<CallEnd> call) {

    static final Wake TIME = new Wake(Optional.empty(), Optional.empty());

    /** The event that was waited for. */
    record Event(java.util.UUID id, Context data, Instant at) {}

    /**
     * How a call of a webhook ended.
     *
     * @param status of the last answer; empty when there was none
     * @param error why it was given up; empty when an answer settled it
     * @param response the beginning of what was answered
     */
    record CallEnd(
            String url,
            String method,
            Optional<Integer> status,
            boolean success,
            Optional<String> error,
            String response,
            int attempts) {}

    static Wake by(Event event) {
        return new Wake(Optional.of(event), Optional.empty());
    }

    static Wake by(CallEnd call) {
        return new Wake(Optional.empty(), Optional.of(call));
    }
}
