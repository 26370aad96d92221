package io.godwit.sending;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.godwit.core.EventId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything known about one email.
 *
 * @param subject rendered with what is left of the email's values; absent once the content is gone
 * @param body the HTML, likewise
 * @param attempts those that were not a first success, oldest first
 */
record EmailDetail(
        @JsonUnwrapped EmailSummary email,
        Optional<String> subject,
        Optional<String> body,
        Optional<Map<String, String>> headers,
        Optional<List<File>> attachments,
        List<Attempt> attempts,
        List<Happening> events) {

    /** An email in a list. */
    record Item(@JsonUnwrapped EmailSummary email, Optional<String> subject) {}

    /** A file that went along; {@code size} in bytes. */
    record File(String filename, String contentType, String disposition, Optional<String> contentId, long size) {}

    /** One try and what the mail server said. */
    record Attempt(
            int attempt,
            String outcome,
            String stage,
            Optional<Integer> code,
            Optional<String> enhancedCode,
            Optional<String> reply,
            Instant createdAt) {}

    /** One event of this email. */
    record Happening(EventId id, String name, @Nullable Object data, Instant createdAt) {}
}
