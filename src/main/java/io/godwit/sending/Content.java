package io.godwit.sending;

import io.godwit.core.ContentId;
import io.godwit.core.Mailbox;
import io.godwit.core.ProjectId;
import io.godwit.smtp.Attachment;
import io.godwit.smtp.Header;
import java.util.List;
import java.util.Optional;

/** What the emails of one call say; one immutable row however many recipients. */
public record Content(
        ProjectId project,
        ContentId id,
        String subject,
        String body,
        Mailbox from,
        Optional<String> replyTo,
        List<Header> headers,
        List<Attachment> attachments) {

    public Content {
        headers = List.copyOf(headers);
        attachments = List.copyOf(attachments);
    }
}
