package io.godwit.workflows.engine;

import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.ProjectId;

/**
 * An execution claimed by this node until its lease ends or its fence is raised.
 *
 * @param crashes leases of the execution that expired while it was claimed
 * @param aloneCrashes those of them that expired while its node carried on no other execution; a node that was only slow takes
 *     its count back, unless the third was counted by then
 */
public record ClaimedExecution(ProjectId project, ExecutionId execution, long fence, int crashes, int aloneCrashes) {

    /**
     * The crashes that put an execution into quarantine, where it is carried on alone, and those while it was alone that make
     * it dead.
     */
    static final int MAX_CRASHES = 3;

    /** True when the execution is in quarantine. */
    boolean isClaimedAlone() {
        return crashes >= MAX_CRASHES;
    }

    /** True when the execution was alone on so many nodes that died that it is not tried any more. */
    boolean isDead() {
        return aloneCrashes >= MAX_CRASHES;
    }

    /** The error text of a dead execution. */
    String deathReason() {
        return "The server stopped " + aloneCrashes + " times while it carried out its step and no other execution";
    }
}
