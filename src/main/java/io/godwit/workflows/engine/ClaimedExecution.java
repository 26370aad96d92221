package io.godwit.workflows.engine;

import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.ProjectId;

/**
 * An execution that is ours to carry on, until its lease ends or its fence is raised.
 *
 * @param crashes leases of it that ended while somebody held it
 * @param aloneCrashes those of them that ended while its node carried on no other execution
 */
public record ClaimedExecution(ProjectId project, ExecutionId execution, long fence, int crashes, int aloneCrashes) {

    /** So many crashes make an execution a suspect, and so many more while it was alone are held to be its fault. */
    static final int MAX_CRASHES = 3;

    /** Tells whether it was alone with so many nodes that died that it is not tried any more. */
    boolean isDead() {
        return aloneCrashes >= MAX_CRASHES;
    }

    /** For the execution's record. */
    String epitaph() {
        return "The server stopped " + aloneCrashes + " times while it carried out its step and no other execution";
    }
}
