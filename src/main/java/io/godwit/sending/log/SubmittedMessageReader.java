package io.godwit.sending.log;

import io.godwit.core.NamedAddress;
import io.godwit.sending.content.DestinationFields;
import io.godwit.sending.content.SmtpSubmission;
import io.godwit.smtp.message.AddressField;
import io.godwit.smtp.message.Attachment;
import io.godwit.smtp.message.MimeReader;
import io.godwit.smtp.message.ReservedHeaders;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads, for the log, what an email of an SMTP client shows: its text, its files, its header. */
final class SubmittedMessageReader {

    private SubmittedMessageReader() {}

    static EmailDetail detail(
            LoggedEmail email,
            byte[] message,
            List<EmailDetail.Attempt> attempts,
            List<EmailDetail.EmailEvent> events) {
        var contents = MimeReader.read(message);
        var files = contents.attachments().stream()
                .map(SubmittedMessageReader::file)
                .toList();
        var headers = headers(contents.headers());
        return new EmailDetail(
                email.summary(),
                email.subject(),
                contents.html(),
                contents.text(),
                Optional.of(new DestinationFields(
                        mailboxes(contents.headers(), "To"), mailboxes(contents.headers(), "Cc"))),
                headers.isEmpty() ? Optional.empty() : Optional.of(headers),
                files.isEmpty() ? Optional.empty() : Optional.of(files),
                metadata(email),
                attempts,
                events,
                Optional.empty());
    }

    /** Returns the notes of the client; empty without any. */
    static Optional<Map<String, @Nullable Object>> metadata(LoggedEmail email) {
        return email.smtp().map(SmtpSubmission::metadata).filter(metadata -> !metadata.isEmpty());
    }

    private static EmailDetail.File file(Attachment file) {
        return new EmailDetail.File(
                file.filename(),
                file.contentType(),
                file.inline() ? "inline" : "attachment",
                file.contentId(),
                file.bytes().length);
    }

    /** Returns the fields that the log shows nowhere else. */
    private static Map<String, String> headers(Map<String, String> all) {
        var shown = new LinkedHashMap<String, String>();
        all.forEach((name, value) -> {
            if (!ReservedHeaders.isReserved(name)) {
                shown.put(name, value);
            }
        });
        return shown;
    }

    private static List<NamedAddress> mailboxes(Map<String, String> headers, String name) {
        return headers.entrySet().stream()
                .filter(field -> field.getKey().equalsIgnoreCase(name))
                .flatMap(field -> AddressField.parse(field.getValue()).mailboxes().stream())
                .toList();
    }
}
