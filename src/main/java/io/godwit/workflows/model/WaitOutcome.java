package io.godwit.workflows.model;

/** How a {@code WAIT_FOR_EVENT} ended, which is the way it is left by. */
public enum WaitOutcome {
    EVENT,
    TIMEOUT
}
