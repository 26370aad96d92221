package io.godwit.inbound.received;

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
 * A received email, to be filed in the log of a project.
 *
 * @param contact the author
 * @param to the project's address it was sent to
 * @param html sanitized
 * @param headers the stored ones
 * @param verdicts by {@code spf dkim dmarc spam virus}
 * @param automatic whether a program sent it
 * @param contentMissing a sentence that says where the content is stored, when only its header was received
 * @param doubt a sentence that says why it may not be a genuine email of a person
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
     * The conversation of the email; Message-IDs without their brackets.
     *
     * @param answers the sent email it answers
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
