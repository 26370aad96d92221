package io.godwit.workflows.model;

/** Status of an execution. */
public enum ExecutionStatus {
    RUNNING,
    /** At a DELAY, a WAIT_FOR_EVENT or a WEBHOOK step. */
    WAITING,
    COMPLETED,
    /** Ended by an EXIT step. */
    EXITED,
    FAILED,
    CANCELLED
}
