package io.godwit.workflows;

import io.godwit.core.WorkflowId;
import java.time.Instant;
import java.util.Optional;

/**
 * A stored workflow without its steps.
 *
 * @param version what new executions run while it is enabled; empty until it was enabled for the first time
 */
record Workflow(
        WorkflowId id,
        Profile profile,
        boolean enabled,
        Optional<Integer> version,
        Instant createdAt,
        Instant updatedAt) {

    /** Characters of the name of a workflow, and of a step. */
    static final int MAX_NAME = 100;

    Trigger trigger() {
        return profile.trigger();
    }
}
