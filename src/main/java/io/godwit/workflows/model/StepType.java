package io.godwit.workflows.model;

/** What a box of a workflow does. */
public enum StepType {
    /** Where everybody begins; each workflow has one. */
    TRIGGER,
    SEND_EMAIL,
    DELAY,
    WAIT_FOR_EVENT,
    CONDITION,
    WEBHOOK,
    UPDATE_CONTACT,
    EXIT
}
