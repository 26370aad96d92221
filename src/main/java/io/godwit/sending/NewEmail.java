package io.godwit.sending;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.TemplateId;
import io.godwit.templates.EmailClass;
import io.godwit.traces.TraceContext;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An email to be queued.
 *
 * @param persistentData the contact's data at the time of acceptance, with the request's
 * @param transientData non-persistent values; removed from the row when the email ends
 * @param execution of the workflow that sends it
 * @param scheduledAt empty: sent at once
 * @param trace the span that accepted the email; empty unless the email is traced
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
        Map<String, @Nullable Object> persistentData,
        Map<String, @Nullable Object> transientData,
        Optional<Boolean> tracking,
        String requestId,
        Optional<ExecutionId> execution,
        Optional<Instant> scheduledAt,
        Optional<TraceContext> trace) {

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
            Map<String, @Nullable Object> persistentData,
            Map<String, @Nullable Object> transientData,
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
                persistentData,
                transientData,
                tracking,
                requestId,
                execution,
                Optional.empty(),
                Optional.empty());
    }
}
