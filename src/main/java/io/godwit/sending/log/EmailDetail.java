package io.godwit.sending.log;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.godwit.core.Html;
import io.godwit.core.id.EventId;
import io.godwit.sending.content.DestinationFields;
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
 * @param metadata the notes of the program that submitted it by SMTP; absent without any
 * @param attempts oldest first; a first one that was accepted is there where its dialogue was kept
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
        Optional<Map<String, @Nullable Object>> metadata,
        List<Attempt> attempts,
        List<EmailEvent> events,
        Optional<ReceivedDetail> inbound) {

    /** The HTML, or in its place the plain text as HTML; empty once the content is deleted. */
    Optional<String> page() {
        return body.or(() -> text.or(() -> inbound.flatMap(ReceivedDetail::text))
                .map(plain -> "<pre style=\"white-space:pre-wrap\">" + Html.escape(plain) + "</pre>"));
    }

    /** An email in a list. */
    record Item(@JsonUnwrapped EmailSummary email, Optional<String> subject) {}

    /** An attachment of the email; {@code size} in bytes. */
    record File(String filename, String contentType, String disposition, Optional<String> contentId, long size) {}

    /**
     * One attempt and the reply of the mail server.
     *
     * @param evidence the dialogue with a mail host or the relay; absent before anything was said
     */
    record Attempt(
            int attempt,
            LoggedOutcome outcome,
            String stage,
            Optional<Integer> code,
            Optional<String> enhancedCode,
            Optional<String> reply,
            Optional<Evidence> evidence,
            Instant createdAt) {}

    /**
     * The dialogue with a mail host or the relay.
     *
     * @param source the name of the egress source; absent for the relay
     * @param tls absent: not encrypted, or not known because {@code mail.client} is {@code vertx}
     */
    record Evidence(
            String host,
            Optional<String> address,
            Optional<String> source,
            Optional<String> localAddress,
            Optional<String> tls,
            Optional<String> cipher,
            Optional<String> verification,
            List<Step> steps) {}

    /** One step of the dialogue: its name, its time, and the lines of the reply, where it has one. */
    record Step(String step, long milliseconds, Optional<Integer> code, List<String> lines) {}

    /** One event of this email. */
    record EmailEvent(EventId id, String name, @Nullable Object data, Instant createdAt) {}
}
