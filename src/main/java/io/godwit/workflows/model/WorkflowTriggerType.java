package io.godwit.workflows.model;

/** What begins executions of a workflow. */
public enum WorkflowTriggerType {
    EVENT,
    MANUAL,
    SCHEDULE
}
