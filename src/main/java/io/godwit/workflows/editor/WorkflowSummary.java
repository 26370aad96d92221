package io.godwit.workflows.editor;

import io.godwit.workflows.model.Workflow;

/**
 * A workflow in a list.
 *
 * @param steps how many it has, the TRIGGER too
 */
record WorkflowSummary(Workflow workflow, long steps) {

    /**
     * How much there is of it.
     *
     * @param executions of all time
     */
    record Counts(long steps, long executions) {}

    Counts counts(long executions) {
        return new Counts(steps, executions);
    }
}
