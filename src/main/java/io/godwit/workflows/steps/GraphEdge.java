package io.godwit.workflows.steps;

import io.godwit.core.id.StepId;
import io.godwit.workflows.model.WaitOutcome;
import java.util.Comparator;
import java.util.Optional;

/**
 * A transition as it runs.
 *
 * @param branch the way out of a {@code CONDITION} it continues; empty for any
 * @param outcome the end of a {@code WAIT_FOR_EVENT} it continues; empty for either
 */
public record GraphEdge(StepId from, StepId to, Optional<String> branch, Optional<WaitOutcome> outcome, int priority) {

    static final Comparator<GraphEdge> ORDER = Comparator.comparingInt(GraphEdge::priority);

    boolean continues(String exit) {
        return branch.map(exit::equals).orElse(true)
                && outcome.map(WaitOutcome::name).map(exit::equals).orElse(true);
    }

    /** Whether it is for one way out only. */
    boolean isParticular() {
        return branch.isPresent() || outcome.isPresent();
    }
}
