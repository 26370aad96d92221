package io.godwit.workflows.executions;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.godwit.core.EmailAddress;
import io.godwit.workflows.model.ExecutionStatus;
import io.godwit.workflows.model.StepType;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One execution as lists show it.
 *
 * @param context context the execution was started with and keeps, as PostgreSQL wrote it
 * @param contact empty when it was deleted
 * @param currentStep current step as in the version that runs; empty when the execution has ended
 */
record ExecutionResponse(
        UUID id,
        UUID workflowId,
        int version,
        UUID contactId,
        ExecutionStatus status,
        Optional<UUID> currentStepId,
        Optional<String> exitReason,
        Optional<String> error,
        @JsonRawValue @Nullable String context,
        Optional<UUID> sourceEventId,
        Instant startedAt,
        Optional<Instant> completedAt,
        Instant createdAt,
        Instant updatedAt,
        Optional<ContactReference> contact,
        Optional<StepReference> currentStep,
        WorkflowReference workflow) {

    /** The contact of an execution. */
    record ContactReference(UUID id, EmailAddress email) {}

    /** A step with its name. */
    record StepReference(UUID id, String name, StepType type) {}

    /** The workflow of an execution. */
    record WorkflowReference(UUID id, String name) {}
}
