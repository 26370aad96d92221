package io.godwit.workflows.model;

/** Outcome of a {@code WAIT_FOR_EVENT} step, which selects the exit it is left by. */
public enum WaitOutcome {
    EVENT,
    TIMEOUT
}
