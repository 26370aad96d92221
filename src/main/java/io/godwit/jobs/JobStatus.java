package io.godwit.jobs;

import com.fasterxml.jackson.annotation.JsonValue;
import io.godwit.core.id.JobId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A job as its submitter sees it. */
public record JobStatus(
        JobId id,
        JobState state,
        int progress,
        Map<String, @Nullable Object> counters,
        List<Object> errors,
        Optional<String> error,
        Instant createdAt,
        Instant updatedAt) {

    /** State of a job. */
    public enum JobState {
        WAITING,
        ACTIVE,
        /** An attempt failed; the job will be tried again. */
        DELAYED,
        COMPLETED,
        FAILED;

        /** The spelling of the table and the API. */
        @JsonValue
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        static JobState of(String code) {
            return valueOf(code.toUpperCase(Locale.ROOT));
        }
    }
}
