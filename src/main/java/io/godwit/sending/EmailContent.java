package io.godwit.sending;

import io.godwit.core.NamedAddress;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.ProjectId;
import io.godwit.smtp.message.Attachment;
import io.godwit.smtp.message.Header;
import io.godwit.templates.Template;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The content of the emails of one call; one immutable {@code contents} row, however many recipients.
 *
 * @param text the caller's own plain text; empty: generated from the HTML
 * @param destination empty: every copy names its own recipient alone
 */
public record EmailContent(
        ProjectId project,
        ContentId id,
        String subject,
        String body,
        Optional<String> text,
        NamedAddress from,
        Optional<String> replyTo,
        Optional<DestinationFields> destination,
        List<Header> headers,
        List<Attachment> attachments) {

    public EmailContent {
        headers = List.copyOf(headers);
        attachments = List.copyOf(attachments);
    }

    /** Creates a content without a plain text of its own, whose copies name their own recipient alone. */
    public EmailContent(
            ProjectId project,
            ContentId id,
            String subject,
            String body,
            NamedAddress from,
            Optional<String> replyTo,
            List<Header> headers,
            List<Attachment> attachments) {
        this(project, id, subject, body, Optional.empty(), from, replyTo, Optional.empty(), headers, attachments);
    }

    /**
     * Returns the content of a template by itself, shared by all plain sends of its version; empty when the template has no
     * sender.
     *
     * @param from replaces the template's sender
     * @param projectName replaces a missing sender's name
     */
    public static Optional<EmailContent> of(
            ProjectId project,
            Template template,
            Optional<NamedAddress> from,
            Optional<String> projectName,
            Instant now) {
        return SharedContentId.of(project, template, from, projectName, now);
    }
}
