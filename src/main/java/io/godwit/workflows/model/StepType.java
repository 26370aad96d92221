package io.godwit.workflows.model;

/** Type of a workflow step. */
public enum StepType {
    /** The first step of every execution; each workflow has one. */
    TRIGGER,
    SEND_EMAIL,
    DELAY,
    WAIT_FOR_EVENT,
    CONDITION,
    WEBHOOK,
    UPDATE_CONTACT,
    EXIT
}
