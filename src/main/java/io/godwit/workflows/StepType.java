package io.godwit.workflows;

/** What a box of a workflow does. */
enum StepType {
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
