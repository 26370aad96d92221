package io.godwit.workflows.steps;

import io.godwit.core.id.StepId;
import io.godwit.workflows.model.WaitOutcome;
import java.util.Comparator;
import java.util.Optional;

/**
 * A transition in the graph of a version that runs.
 *
 * @param branch exit of a {@code CONDITION} it belongs to; empty for any
 * @param outcome outcome of a {@code WAIT_FOR_EVENT} it belongs to; empty for either
 */
public record GraphEdge(StepId from, StepId to, Optional<String> branch, Optional<WaitOutcome> outcome, int priority) {

    static final Comparator<GraphEdge> ORDER = Comparator.comparingInt(GraphEdge::priority);

    boolean continues(String exit) {
        return branch.map(exit::equals).orElse(true)
                && outcome.map(WaitOutcome::name).map(exit::equals).orElse(true);
    }

    /** True when the edge belongs to one exit only. */
    boolean isParticular() {
        return branch.isPresent() || outcome.isPresent();
    }
}
