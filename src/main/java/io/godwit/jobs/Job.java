package io.godwit.jobs;

import io.godwit.core.Tenant;
import io.godwit.core.id.JobId;
import io.godwit.core.id.ProjectId;
import io.godwit.db.CrashCount;
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
 * @param crashes of nodes that worked on it since then
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
        CrashCount crashes) {

    /** Returns whether this claim carries the job out, and while no other job runs. */
    boolean runsAlone() {
        return crashes.isClaimedAlone() && !crashes.isDead() && crashes.pause().isZero();
    }

    public Tenant tenant() {
        return Tenant.system(project);
    }
}
