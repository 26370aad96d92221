package io.godwit.sending.log;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.godwit.core.Html;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.EventId;
import io.godwit.sending.DestinationFields;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All stored data of one email, as the API shows it.
 *
 * @param subject rendered with the remaining values of the email; absent once the content is deleted
 * @param body the HTML, likewise
 * @param text the caller's own plain text, likewise; absent where it is made from the HTML
 * @param recipients To and Cc as every copy shows them; absent where each copy names its own recipient alone
 * @param attempts without a successful first attempt, oldest first
 * @param inbound only of received emails
 */
record EmailDetail(
        @JsonUnwrapped EmailSummary email,
        Optional<String> subject,
        Optional<String> body,
        Optional<String> text,
        Optional<DestinationFields> recipients,
        Optional<Map<String, String>> headers,
        Optional<List<File>> attachments,
        List<Attempt> attempts,
        List<EmailEvent> events,
        Optional<Inbound> inbound) {

    /** The HTML, or in its place the plain text as HTML; empty once the content is deleted. */
    Optional<String> page() {
        return body.or(() -> text.or(() -> inbound.flatMap(Inbound::text))
                .map(plain -> "<pre style=\"white-space:pre-wrap\">" + Html.escape(plain) + "</pre>"));
    }

    /** An email in a list. */
    record Item(@JsonUnwrapped EmailSummary email, Optional<String> subject) {}

    /** An attachment of the email; {@code size} in bytes. */
    record File(String filename, String contentType, String disposition, Optional<String> contentId, long size) {}

    /** The content of one attachment. */
    record Download(String filename, byte[] bytes) {}

    /**
     * The additional data of a received email. Its files are downloaded one by one, by their index among {@code attachments}.
     *
     * @param repliesTo the sent email it answers
     * @param automatic whether it was sent by a program, so that no workflow began with it
     * @param contentMissing where the content is stored, when only its header was received
     * @param doubt the reason why it may not be a genuine email of a person, such as a forged bounce
     */
    record Inbound(
            Optional<String> messageId,
            Optional<String> inReplyTo,
            List<String> references,
            Optional<EmailId> repliesTo,
            String envelopeFrom,
            List<String> recipients,
            Optional<String> text,
            Optional<String> spf,
            Optional<String> dkim,
            Optional<String> dmarc,
            Optional<String> spam,
            Optional<String> virus,
            boolean automatic,
            Optional<String> contentMissing,
            Optional<String> doubt,
            Instant receivedAt) {}

    /** One attempt and the reply of the mail server. */
    record Attempt(
            int attempt,
            String outcome,
            String stage,
            Optional<Integer> code,
            Optional<String> enhancedCode,
            Optional<String> reply,
            Instant createdAt) {}

    /** One event of this email. */
    record EmailEvent(EventId id, String name, @Nullable Object data, Instant createdAt) {}
}
