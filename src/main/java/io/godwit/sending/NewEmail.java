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
 * An email about to be queued.
 *
 * @param kept the contact's data as it was when the email was accepted, request included
 * @param once non-persistent values; removed from the row when the email ends
 * @param execution whose workflow sends it
 * @param scheduledAt empty: at once
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

    /** An email that goes out at once. */
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
