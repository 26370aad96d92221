package io.godwit.workflows.engine;

import io.godwit.bus.Topic;
import java.util.UUID;

/** Bus topics of workflows. */
public final class WorkflowMessages {

    /** Executions are due. The message only wakes: the poll finds them too. */
    public static final Topic<Due> DUE = new Topic<>("workflows.due", Due.class);

    private WorkflowMessages() {}

    /** A project with due executions. */
    public record Due(UUID project) {}
}
