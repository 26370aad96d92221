package io.godwit.workflows.model;

/** Status of a visit of an execution to a step. */
public enum VisitStatus {
    WAITING,
    COMPLETED,
    /** It went on without the effect of the step. */
    SKIPPED,
    FAILED
}
