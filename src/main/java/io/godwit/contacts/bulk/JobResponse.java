package io.godwit.contacts.bulk;

import io.godwit.core.id.JobId;
import io.godwit.jobs.JobStatus;
import io.godwit.jobs.JobStatus.State;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes jobs for the API: one body for clients of both forms, those that read {@code state} and {@code result} and those that
 * read {@code status} and counters at the top.
 */
final class JobResponse {

    private JobResponse() {}

    static Map<String, Object> queued(String message, JobId id) {
        return Map.of("message", message, "jobId", id.toString());
    }

    /** Never what the job was given: that is the caller's own, and large. Before its first step it counts nothing. */
    static Map<String, @Nullable Object> of(JobStatus job, Map<String, @Nullable Object> nothing) {
        var result = new LinkedHashMap<String, @Nullable Object>(nothing);
        result.putAll(job.counters());
        result.put("errors", job.errors());
        var answer = new LinkedHashMap<String, @Nullable Object>();
        answer.put("id", job.id());
        answer.put("jobId", job.id());
        answer.put("state", job.state().code());
        answer.put("status", status(job.state()));
        answer.put("progress", job.progress());
        answer.put("result", job.state() == State.COMPLETED ? result : null);
        answer.put("failedReason", job.state() == State.FAILED ? job.error().orElse(null) : null);
        answer.putAll(result);
        answer.put("createdAt", job.createdAt());
        answer.put("updatedAt", job.updatedAt());
        return answer;
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
