package io.godwit.workflows.model;

/** Type of a workflow's trigger. */
public enum WorkflowTriggerType {
    EVENT,
    MANUAL,
    SCHEDULE
}
