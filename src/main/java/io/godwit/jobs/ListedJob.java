package io.godwit.jobs;

import io.godwit.core.id.JobId;
import io.godwit.jobs.JobStatus.JobState;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A background job of any kind as the API lists it, without what it was given.
 *
 * @param progress 0 to 100
 * @param counters of its kind; empty before its first chunk
 * @param errorCount the errors that are kept; the kind's own route lists them
 * @param reason why it failed, or why it is tried again
 */
record ListedJob(
        JobId id,
        String kind,
        JobState status,
        int progress,
        Map<String, @Nullable Object> counters,
        int errorCount,
        Optional<String> reason,
        Instant createdAt,
        Instant updatedAt,
        Optional<Instant> endedAt) {}
