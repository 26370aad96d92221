package io.godwit.workflows.engine;

import io.godwit.core.id.StepId;
import io.godwit.workflows.model.VisitStatus;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One visit of an execution to a step.
 *
 * @param number counts from 1
 * @param isNew true when the visit began now; otherwise the execution waited there, and {@code output} is added to the stored
 * one
 * @param exit exit it left by; empty for the only exit, and while it has not left
 * @param until time its wait ends without an event
 * @param resumedBy the event that ended its wait
 */
record StepVisit(
        int number,
        StepId step,
        boolean isNew,
        VisitStatus status,
        Optional<String> exit,
        Map<String, @Nullable Object> output,
        Optional<String> error,
        Optional<Instant> until,
        Optional<UUID> resumedBy) {}
