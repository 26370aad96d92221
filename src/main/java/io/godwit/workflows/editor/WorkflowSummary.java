package io.godwit.workflows.editor;

import io.godwit.workflows.model.Workflow;

/**
 * A workflow in a list.
 *
 * @param steps number of steps, the TRIGGER included
 */
record WorkflowSummary(Workflow workflow, long steps) {

    /**
     * The numbers of a workflow's steps and executions.
     *
     * @param executions of all time
     */
    record Counts(long steps, long executions) {}

    Counts counts(long executions) {
        return new Counts(steps, executions);
    }
}
