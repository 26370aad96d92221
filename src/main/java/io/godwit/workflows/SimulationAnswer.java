package io.godwit.workflows;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.godwit.core.EmailAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What would happen.
 *
 * @param version what was run; empty for the draft
 * @param status as of an execution; WAITING for one that waits for what never comes
 * @param contact as it is then
 */
record SimulationAnswer(
        Optional<Integer> version,
        String status,
        Optional<String> exitReason,
        Optional<String> error,
        Instant startedAt,
        Instant endedAt,
        int visits,
        List<Passage> path,
        Reached contact) {

    /** The contact at the end. */
    record Reached(
            EmailAddress email,
            boolean subscribed,
            @JsonRawValue String data) {}

    /** How a simulation ended. */
    record Ending(ExecutionStatus status, Optional<String> reason, Optional<String> error) {

        static final Ending COMPLETED = new Ending(ExecutionStatus.COMPLETED, Optional.empty(), Optional.empty());
        static final Ending WAITING = new Ending(ExecutionStatus.WAITING, Optional.empty(), Optional.empty());

        static final Ending LOOP = new Ending(
                ExecutionStatus.FAILED,
                Optional.of(Walk.LOOP_LIMIT),
                Optional.of(Walk.LOOP_LIMIT + ": It came to more than " + Walk.MOST_VISITS + " steps"));

        static Ending exited(String reason) {
            return new Ending(ExecutionStatus.EXITED, Optional.of(reason), Optional.empty());
        }

        static Ending failed(String error) {
            return new Ending(ExecutionStatus.FAILED, Optional.empty(), Optional.of(error));
        }
    }
}
