package io.godwit.workflows.engine;

import io.godwit.core.id.StepId;
import io.godwit.workflows.model.ExecutionContext;
import io.godwit.workflows.model.ExecutionStatus;
import io.godwit.workflows.steps.StepDecision;
import io.godwit.workflows.steps.StepEffect;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Where a turn leaves an execution, and what it did on the way.
 *
 * @param reason for a reader, of an end
 * @param error of one that failed
 * @param context what has become of it, when it has changed
 * @param visits of this turn; the one that was under way first
 * @param count of all visits so far
 * @param rest when and for what it waits; empty at an end
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
        Optional<StepDecision.Rest> rest,
        List<CompletedEffect> effects) {

    ExecutionOutcome {
        visits = List.copyOf(visits);
        effects = List.copyOf(effects);
    }

    /** Something to be written beside the execution itself, done by a visit. */
    record CompletedEffect(int visit, StepEffect effect, java.util.UUID id) {}

    boolean ended() {
        return rest.isEmpty();
    }

    /** When it is due again. A wait is looked at once more as soon as it is written: see {@link ExecutionInterpreter}. */
    Optional<Instant> due(Instant now) {
        return rest.map(waiting -> waiting.event().isPresent() ? now : waiting.until());
    }
}
