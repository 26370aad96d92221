package io.godwit.workflows.engine;

import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.ProjectId;
import io.godwit.db.CrashCount;

/**
 * An execution claimed by this node until its lease ends or its fence is raised. One that may crash nodes is in quarantine,
 * where it is carried on alone.
 */
public record ClaimedExecution(ProjectId project, ExecutionId execution, long fence, CrashCount crashes) {

    /** The error text of a dead execution. */
    String deathReason() {
        return "The server stopped " + crashes.alone() + " times while it carried out its step and no other execution";
    }
}
