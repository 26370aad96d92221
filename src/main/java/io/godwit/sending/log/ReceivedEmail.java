package io.godwit.sending.log;

import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.smtp.message.Attachment;
import io.godwit.smtp.message.Header;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A mail somebody sent to a project, about to be filed in its log.
 *
 * @param contact who wrote it
 * @param to the project's address it came to
 * @param html harmless to show
 * @param headers those worth keeping
 * @param verdicts by {@code spf dkim dmarc spam virus}
 * @param automatic written by a machine
 * @param contentMissing a sentence that says where the content is, when only its head was handed to us
 * @param doubt a sentence that says why it may be something else than a mail somebody wrote
 */
public record ReceivedEmail(
        ProjectId project,
        EmailId id,
        ContactId contact,
        EmailAddress to,
        NamedAddress from,
        Optional<String> replyTo,
        String subject,
        String html,
        Optional<String> text,
        List<Header> headers,
        List<Attachment> attachments,
        Conversation thread,
        String envelopeFrom,
        List<String> recipients,
        Map<String, String> verdicts,
        boolean automatic,
        Optional<String> contentMissing,
        Optional<String> doubt,
        Instant receivedAt) {

    /**
     * Where it belongs; ids of mails without their brackets.
     *
     * @param answers the mail of ours it answers
     */
    public record Conversation(
            Optional<String> messageId,
            Optional<String> inReplyTo,
            List<String> references,
            Optional<EmailId> answers) {

        public Conversation {
            references = List.copyOf(references);
        }
    }

    public ReceivedEmail {
        headers = List.copyOf(headers);
        attachments = List.copyOf(attachments);
        recipients = List.copyOf(recipients);
        verdicts = Map.copyOf(verdicts);
    }
}
