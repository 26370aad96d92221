package io.godwit.workflows.draft;

import io.godwit.core.id.StepId;
import io.godwit.core.id.TransitionId;
import io.godwit.workflows.model.WaitOutcome;
import java.time.Instant;
import java.util.Optional;

/**
 * A transition of a draft: a link from one step to the next.
 *
 * @param branch branch of a CONDITION the link belongs to
 * @param outcome outcome of a WAIT_FOR_EVENT the link belongs to; empty for every outcome without a link of its own
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

    /** True when both links leave the same step by the same exit. */
    public boolean hasSameExitAs(DraftTransition other) {
        return from.equals(other.from) && branch.equals(other.branch) && outcome.equals(other.outcome);
    }

    public DraftTransition to(StepId other, Instant at) {
        return new DraftTransition(id, from, other, branch, outcome, priority, createdAt, at);
    }
}
