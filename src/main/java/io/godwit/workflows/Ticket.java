package io.godwit.workflows;

import io.godwit.core.ExecutionId;
import io.godwit.core.ProjectId;

/**
 * An execution that is ours to carry on, until its lease ends or its fence is raised.
 *
 * @param crashes leases of it that ended while somebody held it
 */
record Ticket(ProjectId project, ExecutionId execution, long fence, int crashes) {}
