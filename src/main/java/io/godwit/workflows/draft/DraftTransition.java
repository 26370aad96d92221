package io.godwit.workflows.draft;

import io.godwit.core.id.StepId;
import io.godwit.core.id.TransitionId;
import io.godwit.workflows.model.WaitOutcome;
import java.time.Instant;
import java.util.Optional;

/**
 * A transition of a draft: what comes after what.
 *
 * @param branch the branch of a CONDITION it continues
 * @param outcome the end of a WAIT_FOR_EVENT it continues; empty for whichever end has no link of its own
 */
public record DraftTransition(
        TransitionId id,
        StepId from,
        StepId to,
        Optional<String> branch,
        Optional<WaitOutcome> outcome,
        int priority,
        Instant createdAt,
        Instant updatedAt) {

    /** Whether both continue the same way out of the same step. */
    public boolean sharesWayWith(DraftTransition other) {
        return from.equals(other.from) && branch.equals(other.branch) && outcome.equals(other.outcome);
    }

    public DraftTransition to(StepId other, Instant at) {
        return new DraftTransition(id, from, other, branch, outcome, priority, createdAt, at);
    }
}
