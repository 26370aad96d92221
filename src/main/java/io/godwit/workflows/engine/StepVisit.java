package io.godwit.workflows.engine;

import io.godwit.core.id.StepId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What an execution did the one time it came to a step.
 *
 * @param number counts from 1
 * @param isNew whether it has come there now; otherwise it has rested there, and {@code output} adds to what was written then
 * @param exit which way it left; empty for the only one, and while it has not
 * @param until when its rest is over by itself
 * @param resumedBy the event that ended its rest
 */
record StepVisit(
        int number,
        StepId step,
        boolean isNew,
        Status status,
        Optional<String> exit,
        Map<String, @Nullable Object> output,
        Optional<String> error,
        Optional<Instant> until,
        Optional<UUID> resumedBy) {

    enum Status {
        WAITING,
        COMPLETED,
        SKIPPED,
        FAILED
    }
}
