package io.godwit.jobs;

import io.godwit.core.Tenant;
import io.godwit.core.id.JobId;
import io.godwit.core.id.ProjectId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job claimed by this node.
 *
 * @param input the input its submitter gave
 * @param checkpoint of the last committed chunk; empty before the first
 * @param counters as of the checkpoint
 * @param errorCount number of errors stored so far
 * @param fence of this claim
 * @param attempts failures since the last committed chunk
 * @param crashes nodes that died with it since then
 * @param aloneCrashes nodes that died with it and no other job; one that was only slow takes its count back,
 *     unless the third was counted by then
 */
public record Job(
        ProjectId project,
        JobId id,
        String kind,
        Map<String, @Nullable Object> input,
        Map<String, @Nullable Object> checkpoint,
        Map<String, @Nullable Object> counters,
        int errorCount,
        long fence,
        int attempts,
        int crashes,
        int aloneCrashes) {

    /** The crashes after which a job runs alone, and those while it ran alone after which it is dead. */
    private static final int MAX_CRASHES = 3;

    /** True when the job must run while no other job does. */
    boolean isClaimedAlone() {
        return crashes >= MAX_CRASHES;
    }

    /** True when the job must not be tried any more. */
    boolean isDead() {
        return aloneCrashes >= MAX_CRASHES;
    }

    public Tenant tenant() {
        return Tenant.system(project);
    }
}
