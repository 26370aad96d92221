package io.godwit.contacts.bulk;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import io.godwit.core.id.JobId;
import io.godwit.jobs.JobStatus;
import io.godwit.jobs.JobStatus.State;
import java.time.Instant;
import java.util.LinkedHashMap;
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
        String state,
        String status,
        int progress,
        Optional<Map<String, @Nullable Object>> result,
        Optional<String> failedReason,
        @JsonAnyGetter Map<String, @Nullable Object> counters,
        Instant createdAt,
        Instant updatedAt) {

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
                job.state().code(),
                status(job.state()),
                job.progress(),
                job.state() == State.COMPLETED ? Optional.of(result) : Optional.empty(),
                job.state() == State.FAILED ? job.error() : Optional.empty(),
                result,
                job.createdAt(),
                job.updatedAt());
    }

    /** The other form knows no more than these. */
    private static String status(State state) {
        return switch (state) {
            case COMPLETED -> "completed";
            case FAILED -> "failed";
            default -> "queued";
        };
    }
}
