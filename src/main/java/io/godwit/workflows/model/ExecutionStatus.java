package io.godwit.workflows.model;

import io.godwit.core.Failure;
import java.util.Arrays;
import java.util.List;

/** Status of an execution. */
public enum ExecutionStatus {
    RUNNING,
    /** At a DELAY, a WAIT_FOR_EVENT or a WEBHOOK step. */
    WAITING,
    COMPLETED,
    /** Ended by an EXIT step. */
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
