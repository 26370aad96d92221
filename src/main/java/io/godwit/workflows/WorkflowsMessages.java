package io.godwit.workflows;

import io.godwit.bus.Notice;
import java.util.UUID;

/** What workflows say and hear on the bus. */
public final class WorkflowsMessages {

    /** There are executions to carry on. A hint only: the poll finds them too. */
    public static final Notice<Due> DUE = new Notice<>("workflows.due", Due.class);

    private WorkflowsMessages() {}

    /** Whose. */
    public record Due(UUID project) {}
}
