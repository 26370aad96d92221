package io.godwit.workflows.model;

import io.godwit.core.id.WorkflowId;
import java.time.Instant;
import java.util.Optional;

/**
 * A stored workflow without its steps.
 *
 * @param version version that new executions run while the workflow is enabled; empty until it was enabled for the first time
 */
public record Workflow(
        WorkflowId id,
        WorkflowProperties profile,
        boolean enabled,
        Optional<Integer> version,
        Instant createdAt,
        Instant updatedAt) {

    /** Characters of the name of a workflow, and of a step. */
    public static final int MAX_NAME = 100;

    public Trigger trigger() {
        return profile.trigger();
    }
}
