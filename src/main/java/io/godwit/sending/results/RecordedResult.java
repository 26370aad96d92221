package io.godwit.sending.results;

import io.godwit.core.id.ContactId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The effect of a recorded result.
 *
 * @param leased false when a newer claim had taken the row, or the row was deleted: then nothing was written
 * @param ended the log row, when the email ended
 * @param delayed the log row, when the email was deferred for the first time
 * @param unsubscribed whether its contact was subscribed until now
 * @param simulated whether the recipient is a simulated one; known of an email that ended
 */
public record RecordedResult(
        AttemptResult result,
        boolean leased,
        Optional<Ended> ended,
        Optional<Ended> delayed,
        boolean unsubscribed,
        boolean simulated) {

    /**
     * The log row of an email that has just ended, or was just deferred.
     *
     * @param messageId of the program that submitted it by SMTP; empty: every copy has one of ours
     * @param triggerDepth the number of chained triggers that led to it
     */
    public record Ended(
            ContactId contact,
            @Nullable UUID template,
            @Nullable UUID campaign,
            String source,
            String subject,
            String from,
            @Nullable String fromName,
            Optional<String> messageId,
            Instant at,
            int triggerDepth) {}
}
