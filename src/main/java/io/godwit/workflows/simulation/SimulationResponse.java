package io.godwit.workflows.simulation;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.godwit.core.EmailAddress;
import io.godwit.workflows.engine.ExecutionInterpreter;
import io.godwit.workflows.model.ExecutionStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The result of a simulation.
 *
 * @param version version that was simulated; empty for the draft
 * @param status status of an execution; WAITING for one that waits for an event that never comes
 * @param contact contact at the end
 */
record SimulationResponse(
        Optional<Integer> version,
        ExecutionStatus status,
        Optional<String> exitReason,
        Optional<String> error,
        Instant startedAt,
        Instant endedAt,
        int visits,
        List<SimulatedVisit> path,
        FinalContact contact) {

    /** The contact at the end. */
    record FinalContact(
            EmailAddress email,
            boolean subscribed,
            @JsonRawValue String data) {}

    /** The end of a simulation. */
    record SimulationEnd(ExecutionStatus status, Optional<String> reason, Optional<String> error) {

        static final SimulationEnd COMPLETED =
                new SimulationEnd(ExecutionStatus.COMPLETED, Optional.empty(), Optional.empty());
        static final SimulationEnd WAITING =
                new SimulationEnd(ExecutionStatus.WAITING, Optional.empty(), Optional.empty());

        static final SimulationEnd LOOP = new SimulationEnd(
                ExecutionStatus.FAILED,
                Optional.of(ExecutionInterpreter.LOOP_LIMIT),
                Optional.of(ExecutionInterpreter.LOOP_LIMIT + ": It came to more than "
                        + ExecutionInterpreter.MAX_VISITS + " steps"));

        static SimulationEnd exited(String reason) {
            return new SimulationEnd(ExecutionStatus.EXITED, Optional.of(reason), Optional.empty());
        }

        static SimulationEnd failed(String error) {
            return new SimulationEnd(ExecutionStatus.FAILED, Optional.empty(), Optional.of(error));
        }
    }
}
