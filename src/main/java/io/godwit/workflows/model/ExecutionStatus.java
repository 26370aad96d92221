package io.godwit.workflows.model;

import io.godwit.core.Failure;
import java.util.Arrays;
import java.util.List;

/** Where an execution is in its life. */
public enum ExecutionStatus {
    RUNNING,
    /** At a delay, a wait or a webhook. */
    WAITING,
    COMPLETED,
    /** By an EXIT. */
    EXITED,
    FAILED,
    CANCELLED;

    /** Throws a 422 for anything but a name. */
    public static ExecutionStatus read(String text) {
        return Arrays.stream(values())
                .filter(status -> status.name().equals(text))
                .findFirst()
                .orElseThrow(
                        () -> Failure.invalid("status", "invalid_enum_value", "Expected one of " + List.of(values())));
    }
}
