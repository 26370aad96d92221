package io.godwit.contacts.bulk;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonValue;
import io.godwit.core.id.JobId;
import io.godwit.jobs.JobStatus;
import io.godwit.jobs.JobStatus.JobState;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes jobs for the API: one body for clients of both forms, those that read {@code state} and {@code result} and those that
 * read {@code status} and counters at the top.
 *
 * @param counters the members of {@code result}, also while the job runs; each kind of job has its own
 */
record JobResponse(
        JobId id,
        JobId jobId,
        JobState state,
        QueuedJobStatus status,
        int progress,
        Optional<Map<String, @Nullable Object>> result,
        Optional<String> failedReason,
        @JsonAnyGetter Map<String, @Nullable Object> counters,
        Instant createdAt,
        Instant updatedAt) {

    /** The states that clients of the other form know. */
    enum QueuedJobStatus {
        QUEUED,
        COMPLETED,
        FAILED;

        @JsonValue
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The answer to a job that begins later. */
    record Queued(String message, JobId jobId) {}

    static Queued queued(String message, JobId id) {
        return new Queued(message, id);
    }

    /** Never what the job was given: that is the caller's own, and large. Before its first step it counts nothing. */
    static JobResponse of(JobStatus job, Map<String, @Nullable Object> nothing) {
        var result = new LinkedHashMap<String, @Nullable Object>(nothing);
        result.putAll(job.counters());
        result.put("errors", job.errors());
        return new JobResponse(
                job.id(),
                job.id(),
                job.state(),
                status(job.state()),
                job.progress(),
                job.state() == JobState.COMPLETED ? Optional.of(result) : Optional.empty(),
                job.state() == JobState.FAILED ? job.error() : Optional.empty(),
                result,
                job.createdAt(),
                job.updatedAt());
    }

    /** The other form knows no more than these. */
    private static QueuedJobStatus status(JobState state) {
        return switch (state) {
            case COMPLETED -> QueuedJobStatus.COMPLETED;
            case FAILED -> QueuedJobStatus.FAILED;
            default -> QueuedJobStatus.QUEUED;
        };
    }
}
