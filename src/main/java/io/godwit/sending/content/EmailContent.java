package io.godwit.sending.content;

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
 * @param recipients empty: every copy names its own recipient alone
 * @param smtp how an SMTP client submitted it; empty for all other contents
 */
public record EmailContent(
        ProjectId project,
        ContentId id,
        String subject,
        String body,
        Optional<String> text,
        NamedAddress from,
        Optional<String> replyTo,
        Optional<DestinationFields> recipients,
        List<Header> headers,
        List<Attachment> attachments,
        Optional<SmtpSubmission> smtp) {

    public EmailContent {
        headers = List.copyOf(headers);
        attachments = List.copyOf(attachments);
    }

    /** Creates a content that no SMTP client submitted. */
    public EmailContent(
            ProjectId project,
            ContentId id,
            String subject,
            String body,
            Optional<String> text,
            NamedAddress from,
            Optional<String> replyTo,
            Optional<DestinationFields> recipients,
            List<Header> headers,
            List<Attachment> attachments) {
        this(project, id, subject, body, text, from, replyTo, recipients, headers, attachments, Optional.empty());
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

    /** Returns the message an SMTP client wrote, which is sent as it is; empty: the message is built from the other members. */
    public Optional<byte[]> raw() {
        return smtp.flatMap(SmtpSubmission::raw);
    }

    /** Returns whether it has files beside its text. */
    public boolean hasAttachments() {
        return !attachments.isEmpty() || smtp.filter(SmtpSubmission::files).isPresent();
    }

    /** Returns about how many bytes it takes. */
    public long bytes() {
        var files = attachments.stream().mapToLong(file -> file.bytes().length).sum();
        var texts = body.length() + text.map(String::length).orElse(0);
        return files + 2L * texts + raw().map(message -> message.length).orElse(0);
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
