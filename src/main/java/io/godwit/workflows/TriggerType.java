package io.godwit.workflows;

/** What begins executions of a workflow. */
enum TriggerType {
    EVENT,
    MANUAL,
    SCHEDULE
}
