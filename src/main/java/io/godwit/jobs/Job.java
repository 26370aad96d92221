package io.godwit.jobs;

import io.godwit.core.JobId;
import io.godwit.core.ProjectId;
import io.godwit.core.Tenant;
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
        int crashes) {

    public Tenant tenant() {
        return Tenant.system(project);
    }
}
