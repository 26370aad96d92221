package io.godwit.sending.log;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.EventId;
import io.godwit.sending.DestinationFields;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything known about one email.
 *
 * @param subject rendered with what is left of the email's values; absent once the content is gone
 * @param body the HTML, likewise
 * @param text the caller's own plain text, likewise; absent where it is made from the HTML
 * @param recipients To and Cc as every copy shows them; absent where each copy names its own recipient alone
 * @param attempts those that were not a first success, oldest first
 * @param inbound only of mail that came in
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

    /** An email in a list. */
    record Item(@JsonUnwrapped EmailSummary email, Optional<String> subject) {}

    /** A file that went along; {@code size} in bytes. */
    record File(String filename, String contentType, String disposition, Optional<String> contentId, long size) {}

    /** The bytes of one. */
    record Download(String filename, byte[] bytes) {}

    /**
     * What is told of mail that came in. Its files are read one by one, by their place among {@code attachments}.
     *
     * @param repliesTo the mail of ours it answers
     * @param automatic written by a machine, so that no workflow began with it
     * @param contentMissing where the content is, when only its head was handed to us
     * @param doubt why it may be something else than a mail somebody wrote, such as a forged bounce
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

    /** One try and what the mail server said. */
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
