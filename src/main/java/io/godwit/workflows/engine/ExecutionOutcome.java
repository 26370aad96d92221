package io.godwit.workflows.engine;

import io.godwit.core.id.StepId;
import io.godwit.workflows.model.ExecutionContext;
import io.godwit.workflows.model.ExecutionStatus;
import io.godwit.workflows.steps.StepDecision;
import io.godwit.workflows.steps.StepEffect;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The result of carrying on one execution: its new status, and its visits and effects on the way.
 *
 * @param reason reason of an end, for the history
 * @param error error of a failed execution
 * @param context new context; empty when it has not changed
 * @param visits visits of this batch; the one that was under way first
 * @param count of all visits so far
 * @param suspension time and event it waits for; empty at an end
 */
record ExecutionOutcome(
        LoadedExecution execution,
        ExecutionStatus status,
        Optional<StepId> current,
        Optional<String> reason,
        Optional<String> error,
        Optional<ExecutionContext> context,
        List<StepVisit> visits,
        int count,
        Optional<StepDecision.Rest> suspension,
        List<CompletedEffect> effects) {

    ExecutionOutcome {
        visits = List.copyOf(visits);
        effects = List.copyOf(effects);
    }

    /** An effect of a visit that is written beside the execution itself. */
    record CompletedEffect(int visit, StepEffect effect, UUID id) {}

    boolean ended() {
        return suspension.isEmpty();
    }

    /**
     * The time the execution is due again. A wait is looked at once more as soon as it is written: see
     * {@link ExecutionInterpreter}.
     */
    Optional<Instant> due(Instant now) {
        return suspension.map(waiting -> waiting.event().isPresent() ? now : waiting.until());
    }
}
