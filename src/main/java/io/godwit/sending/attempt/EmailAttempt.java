package io.godwit.sending.attempt;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.TemplateId;
import io.godwit.projects.Project.Tracking;
import io.godwit.sending.EmailSource;
import io.godwit.sending.content.SenderLocale;
import io.godwit.templates.EmailClass;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An email whose attempt has begun, with the state of its contact, campaign and project at that moment.
 *
 * @param attempt 1 for the first
 * @param date of the message, fixed at the first attempt, equal in every copy
 * @param age since its first attempt, by the database's clock; an email may have waited for its turn for days before. Since the email was
 *     resumed, where that is later
 * @param contentBytes size of its content, attachments included
 */
public record EmailAttempt(
        ClaimedEmail claimed,
        int attempt,
        Instant date,
        Duration age,
        ContactId contact,
        ContentId content,
        long contentBytes,
        Optional<TemplateId> template,
        EmailSource source,
        EmailClass type,
        EmailAddress to,
        Optional<String> toName,
        Map<String, @Nullable Object> persistentData,
        Map<String, @Nullable Object> transientData,
        Optional<Boolean> tracking,
        Eligibility eligibility) {

    /** Returns whether opens and clicks of this email are tracked: the send request decides, else the project's setting. */
    public boolean isTracked() {
        return tracking.orElseGet(() -> switch (eligibility.tracking()) {
            case ENABLED -> true;
            case DISABLED -> false;
            case MARKETING_ONLY -> source != EmailSource.TRANSACTIONAL || type == EmailClass.MARKETING;
        });
    }

    /**
     * The facts that may keep an email from being sent, read in the statement that starts the attempt, so they are never older
     * than the attempt.
     *
     * @param status of the log row; anything but PENDING was written by another process
     * @param campaign the status of the email's campaign; CANCELLED too when the campaign is deleted, empty for an email
     *     without one
     * @param tracking the project's tracking setting
     * @param relays the names of relays the project chose; none: all
     * @param suppressed the reason of the address's row in {@code suppressions}
     */
    public record Eligibility(
            String status,
            String campaign,
            boolean projectDisabled,
            boolean contactExists,
            boolean subscribed,
            Tracking tracking,
            Optional<String> suppressed,
            SenderLocale locale,
            List<String> relays) {

        /** Returns whether the email has to wait because its campaign is paused. */
        public boolean isPaused() {
            return campaign.equals("PAUSED");
        }
    }
}
