package io.godwit.workflows.engine;

import io.godwit.bus.Topic;
import java.util.UUID;

/** Bus topics of workflows. */
public final class WorkflowMessages {

    /** There are executions to carry on. A hint only: the poll finds them too. */
    public static final Topic<Due> DUE = new Topic<>("workflows.due", Due.class);

    private WorkflowMessages() {}

    /** A project with due executions. */
    public record Due(UUID project) {}
}
