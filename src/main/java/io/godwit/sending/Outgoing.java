package io.godwit.sending;

import io.godwit.core.ContactId;
import io.godwit.core.ContentId;
import io.godwit.core.EmailAddress;
import io.godwit.core.TemplateId;
import io.godwit.projects.Project.Tracking;
import io.godwit.templates.TemplateType;
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
record Outgoing(
        Ticket ticket,
        int attempt,
        Instant date,
        Duration age,
        ContactId contact,
        ContentId content,
        long contentBytes,
        Optional<TemplateId> template,
        Source source,
        TemplateType type,
        EmailAddress to,
        Optional<String> toName,
        Map<String, @Nullable Object> kept,
        Map<String, @Nullable Object> once,
        Optional<Boolean> tracking,
        Standing standing) {

    /** Whether opens and clicks of this email are to be known: the call decides, else the project. */
    boolean isFollowed() {
        return tracking.orElseGet(() -> switch (standing.followed()) {
            case ENABLED -> true;
            case DISABLED -> false;
            case MARKETING_ONLY -> source != Source.TRANSACTIONAL || type == TemplateType.MARKETING;
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
    record Standing(
            String status,
            String campaign,
            boolean projectDisabled,
            boolean contactExists,
            boolean subscribed,
            Tracking followed,
            Optional<String> suppressed,
            Voice voice) {

        /** Whether it has to wait until somebody lets its campaign go on. */
        boolean onHold() {
            return campaign.equals("PAUSED");
        }
    }
}
