package io.godwit.campaigns;

import io.godwit.sending.EmailReason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The state of a campaign that is being sent, at the moment it is counted.
 *
 * @param perMinute emails that mail servers took within the last minute, or since it began or was resumed, as a rate
 * @param secondsLeft until all emails have ended, at the rate at which they end; empty while it is paused and when none ended
 * @param errors at most ten: emails that will be tried again, then those that ended, the latest first
 */
record CampaignSending(long perMinute, Optional<Long> secondsLeft, List<SendingError> errors) {

    CampaignSending {
        errors = List.copyOf(errors);
    }

    /** The outcome of an error. */
    enum ErrorOutcome {
        /** The emails will be tried again. */
        DEFERRED,
        BOUNCED,
        FAILED
    }

    /**
     * Emails that came to the same error.
     *
     * @param reason a sentence of the platform, or the reply line of a mail server
     * @param reasonCode if the platform ended the emails
     * @param lastAt when the last of them ended
     * @param nextTryAt when the first of them is due again
     */
    record SendingError(
            ErrorOutcome outcome,
            String reason,
            Optional<EmailReason> reasonCode,
            long count,
            Optional<Instant> lastAt,
            Optional<Instant> nextTryAt) {}
}
