package io.godwit.workflows.model;

import io.godwit.core.id.WorkflowId;
import java.time.Instant;
import java.util.Optional;

/**
 * A stored workflow without its steps.
 *
 * @param version version that new executions run while the workflow is enabled; empty until it was enabled for the first time
 * @param draftVersion raised by every edit of the workflow, its steps and transitions
 */
public record Workflow(
        WorkflowId id,
        WorkflowProperties properties,
        boolean enabled,
        Optional<Integer> version,
        int draftVersion,
        Instant createdAt,
        Instant updatedAt) {

    /** Characters of the name of a workflow, and of a step. */
    public static final int MAX_NAME = 100;

    public Trigger trigger() {
        return properties.trigger();
    }
}
