package io.godwit.workflows;

import io.godwit.core.StepId;
import io.godwit.core.TransitionId;
import java.time.Instant;
import java.util.Optional;

/**
 * A transition of a draft: what comes after what.
 *
 * @param branch the branch of a CONDITION it continues
 * @param outcome the end of a WAIT_FOR_EVENT it continues; empty for whichever end has no link of its own
 */
record Link(
        TransitionId id,
        StepId from,
        StepId to,
        Optional<String> branch,
        Optional<WaitOutcome> outcome,
        int priority,
        Instant createdAt,
        Instant updatedAt) {

    /** Whether both continue the same way out of the same step. */
    boolean sharesWayWith(Link other) {
        return from.equals(other.from) && branch.equals(other.branch) && outcome.equals(other.outcome);
    }

    Link to(StepId other, Instant at) {
        return new Link(id, from, other, branch, outcome, priority, createdAt, at);
    }
}
