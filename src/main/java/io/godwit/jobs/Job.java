package io.godwit.jobs;

import io.godwit.core.Tenant;
import io.godwit.core.id.JobId;
import io.godwit.core.id.ProjectId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job that this node holds.
 *
 * @param input what its submitter gave
 * @param checkpoint of the last committed chunk; empty before the first
 * @param counters as of the checkpoint
 * @param errorsKept how many errors are written down already
 * @param fence of this claim
 * @param attempts failures since the last committed chunk
 * @param crashes nodes that died with it since then
 * @param aloneCrashes nodes that died with it and no other job
 */
public record Job(
        ProjectId project,
        JobId id,
        String kind,
        Map<String, @Nullable Object> input,
        Map<String, @Nullable Object> checkpoint,
        Map<String, @Nullable Object> counters,
        int errorsKept,
        long fence,
        int attempts,
        int crashes,
        int aloneCrashes) {

    /** So many crashes make a job a suspect, and so many more while it was alone are held to be its fault. */
    private static final int MAX_CRASHES = 3;

    /** Tells whether it must be carried out while no other job is. */
    boolean isSuspect() {
        return crashes >= MAX_CRASHES;
    }

    /** Tells whether it must not be tried any more. */
    boolean isDead() {
        return aloneCrashes >= MAX_CRASHES;
    }

    public Tenant tenant() {
        return Tenant.system(project);
    }
}
