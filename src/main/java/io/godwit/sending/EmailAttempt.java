package io.godwit.sending;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.TemplateId;
import io.godwit.projects.Project.Tracking;
import io.godwit.templates.EmailClass;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An email whose attempt has begun, and how things stood at that moment.
 *
 * @param attempt 1 for the first
 * @param date fixed at the first attempt, equal in every copy
 * @param age since it was accepted, by the database's clock
 * @param contentBytes what its content weighs, attachments included
 */
public record EmailAttempt(
        ClaimedEmail ticket,
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
        Map<String, @Nullable Object> kept,
        Map<String, @Nullable Object> once,
        Optional<Boolean> tracking,
        Eligibility standing) {

    /** Whether opens and clicks of this email are to be known: the call decides, else the project. */
    public boolean isFollowed() {
        return tracking.orElseGet(() -> switch (standing.followed()) {
            case ENABLED -> true;
            case DISABLED -> false;
            case MARKETING_ONLY -> source != EmailSource.TRANSACTIONAL || type == EmailClass.MARKETING;
        });
    }

    /**
     * What may keep an email from being sent; read in the statement that marks it as being worked, so it is never older than
     * the attempt.
     *
     * @param status of the log row; anything but PENDING was written by somebody else
     * @param campaign how the mail's campaign stands; CANCELLED too when it is gone, empty when the mail has none
     * @param followed in which emails the project wants to know opens and clicks
     * @param suppressed why the address must not be mailed
     */
    public record Eligibility(
            String status,
            String campaign,
            boolean projectDisabled,
            boolean contactExists,
            boolean subscribed,
            Tracking followed,
            Optional<String> suppressed,
            SenderLocale voice) {

        /** Whether it has to wait until somebody lets its campaign go on. */
        public boolean onHold() {
            return campaign.equals("PAUSED");
        }
    }
}
