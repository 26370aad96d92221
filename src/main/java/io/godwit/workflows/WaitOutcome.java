package io.godwit.workflows;

/** How a {@code WAIT_FOR_EVENT} ended, which is the way it is left by. */
enum WaitOutcome {
    EVENT,
    TIMEOUT
}
