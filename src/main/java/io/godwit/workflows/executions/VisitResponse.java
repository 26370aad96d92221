package io.godwit.workflows.executions;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.godwit.workflows.executions.ExecutionResponse.StepReference;
import io.godwit.workflows.model.VisitStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One visit of an execution to a step.
 *
 * @param id made of the execution's and the visit's number
 * @param visit counts from 1
 * @param branch exit it left by, for steps with more than one
 * @param executeAfter time a delay or a timeout is over
 * @param attempts attempts of a WEBHOOK step's call
 */
record VisitResponse(
        UUID id,
        UUID executionId,
        UUID stepId,
        int visit,
        VisitStatus status,
        Optional<String> branch,
        @JsonRawValue @Nullable String output,
        Optional<String> error,
        Optional<Instant> scheduledFor,
        Optional<Instant> executeAfter,
        Optional<UUID> resumeEventId,
        Instant startedAt,
        Optional<Instant> completedAt,
        Instant createdAt,
        Instant updatedAt,
        Optional<StepReference> step,
        List<CallTry> attempts) {

    /** One attempt of a call. */
    record CallTry(
            int number,
            Instant at,
            String method,
            String url,
            Optional<Integer> statusCode,
            Optional<String> error,
            long durationMs) {}

    VisitResponse with(List<CallTry> attempt) {
        return new VisitResponse(
                id,
                executionId,
                stepId,
                visit,
                status,
                branch,
                output,
                error,
                scheduledFor,
                executeAfter,
                resumeEventId,
                startedAt,
                completedAt,
                createdAt,
                updatedAt,
                step,
                attempt);
    }
}
