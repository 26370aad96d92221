package io.godwit.sending;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.TemplateId;
import io.godwit.templates.EmailClass;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An email to be queued.
 *
 * @param kept the contact's data at the time of acceptance, with the request's
 * @param once non-persistent values; removed from the row when the email ends
 * @param execution of the workflow that sends it
 * @param scheduledAt empty: sent at once
 */
public record NewEmail(
        ProjectId project,
        EmailId id,
        ContactId contact,
        ContentId content,
        Optional<TemplateId> template,
        EmailSource source,
        EmailClass type,
        EmailAddress to,
        Optional<String> toName,
        Map<String, @Nullable Object> kept,
        Map<String, @Nullable Object> once,
        Optional<Boolean> tracking,
        String requestId,
        Optional<ExecutionId> execution,
        Optional<Instant> scheduledAt) {

    /** Creates an email that is sent at once. */
    public NewEmail(
            ProjectId project,
            EmailId id,
            ContactId contact,
            ContentId content,
            Optional<TemplateId> template,
            EmailSource source,
            EmailClass type,
            EmailAddress to,
            Optional<String> toName,
            Map<String, @Nullable Object> kept,
            Map<String, @Nullable Object> once,
            Optional<Boolean> tracking,
            String requestId,
            Optional<ExecutionId> execution) {
        this(
                project,
                id,
                contact,
                content,
                template,
                source,
                type,
                to,
                toName,
                kept,
                once,
                tracking,
                requestId,
                execution,
                Optional.empty());
    }
}
