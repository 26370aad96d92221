package io.godwit.jobs;

import io.godwit.core.id.JobId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A job as its submitter may see it. */
public record JobStatus(
        JobId id,
        State state,
        int progress,
        Map<String, @Nullable Object> counters,
        List<Object> errors,
        Optional<String> error,
        Instant createdAt,
        Instant updatedAt) {

    /** Where a job stands. */
    public enum State {
        WAITING,
        ACTIVE,
        /** Something failed; it will be tried again. */
        DELAYED,
        COMPLETED,
        FAILED;

        /** As the table and the API spell it. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
