package io.godwit.smtp.message;

import io.godwit.core.NamedAddress;
import io.godwit.smtp.html.PlainTextWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A message before it is built to bytes (RFC 5322).
 *
 * @param messageId without its brackets; the same in every copy
 * @param date the same in every copy
 * @param to at least one
 * @param cc shown in every copy, like {@code to}; recipients of blind copies are in the envelope alone
 * @param html the HTML body
 * @param text the plain text beside it
 */
public record Message(
        String messageId,
        Instant date,
        NamedAddress from,
        List<NamedAddress> to,
        List<NamedAddress> cc,
        Optional<NamedAddress> replyTo,
        String subject,
        MessageText html,
        MessageText text,
        List<Header> headers,
        List<Attachment> attachments) {

    public Message {
        to = List.copyOf(to);
        cc = List.copyOf(cc);
        headers = List.copyOf(headers);
        attachments = List.copyOf(attachments);
    }

    /**
     * Creates a message whose bodies are texts of its own.
     *
     * @param text empty: generated from the HTML
     */
    public Message(
            String messageId,
            Instant date,
            NamedAddress from,
            List<NamedAddress> to,
            List<NamedAddress> cc,
            Optional<NamedAddress> replyTo,
            String subject,
            String html,
            Optional<String> text,
            List<Header> headers,
            List<Attachment> attachments) {
        this(
                messageId,
                date,
                from,
                to,
                cc,
                replyTo,
                subject,
                new PlainText(html),
                new PlainText(text.orElseGet(() -> PlainTextWriter.convert(html))),
                headers,
                attachments);
    }
}
