package io.godwit.smtp;

import jakarta.mail.BodyPart;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.internet.MimePart;
import jakarta.mail.internet.MimePartDataSource;
import jakarta.mail.internet.MimeUtility;
import jakarta.mail.internet.ParseException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** Takes a message apart, to be shown or kept. What cannot be read is left out; nothing in a message makes it fail. */
public final class MailReader {

    private static final Session SESSION = Session.getInstance(new Properties());
    private static final int MAX_DEPTH = 20;
    private static final int MAX_PARTS = 200;

    /**
     * A message taken apart.
     *
     * @param headers as they stand, decoded; several of a name are parted by line ends
     */
    public record Contents(
            Optional<String> html, Optional<String> text, Map<String, String> headers, List<Attachment> attachments) {}

    private final List<Attachment> files = new ArrayList<>();
    private Optional<String> html = Optional.empty();
    private Optional<String> text = Optional.empty();

    private MailReader() {}

    public static Contents read(byte[] message) {
        var reader = new MailReader();
        var headers = new LinkedHashMap<String, String>();
        try {
            var parsed = new MimeMessage(SESSION, new ByteArrayInputStream(message));
            var fields = parsed.getAllHeaders();
            while (fields.hasMoreElements()) {
                var field = fields.nextElement();
                headers.merge(field.getName(), decoded(field.getValue()), (one, other) -> one + "\n" + other);
            }
            reader.take(parsed, 0);
        } catch (MessagingException | IOException | RuntimeException unreadable) {
            // Decoders of the library throw what their makers did not foresee, such as an index out of bounds.
            reader.text = reader.text.or(() -> Optional.of(new String(message, StandardCharsets.UTF_8)));
        }
        return new Contents(reader.html, reader.text, headers, List.copyOf(reader.files));
    }

    /** A header value unfolded and with its encoded words resolved. */
    static String decoded(String value) {
        var line = MimeUtility.unfold(value).strip();
        try {
            return MimeUtility.decodeText(line);
        } catch (UnsupportedEncodingException unknown) {
            return line;
        }
    }

    private void take(MimePart part, int depth) throws MessagingException, IOException {
        if (part.isMimeType("multipart/*") && depth < MAX_DEPTH) {
            var parts = new MimeMultipart(new MimePartDataSource(part));
            for (var i = 0; i < parts.getCount(); i++) {
                BodyPart child = parts.getBodyPart(i);
                if (child instanceof MimePart entity) {
                    take(entity, depth + 1);
                }
            }
        } else if (files.size() < MAX_PARTS) {
            leaf(part);
        }
    }

    private void leaf(MimePart part) throws MessagingException, IOException {
        var shown = part.getFileName() == null && !"attachment".equals(part.getDisposition());
        if (shown && html.isEmpty() && part.isMimeType("text/html")) {
            html = Optional.of(textOf(part));
        } else if (shown && text.isEmpty() && part.isMimeType("text/plain")) {
            text = Optional.of(textOf(part));
        } else {
            files.add(file(part));
        }
    }

    private static Attachment file(MimePart part) throws MessagingException, IOException {
        var name = part.getFileName();
        return new Attachment(
                name == null ? "unnamed" : decoded(name),
                mediaType(part),
                "inline".equals(part.getDisposition()),
                Optional.ofNullable(part.getContentID()).map(id -> id.replaceAll("[<>\\s]", "")),
                part.getInputStream().readAllBytes());
    }

    private static String mediaType(MimePart part) throws MessagingException {
        try {
            return new ContentType(part.getContentType()).getBaseType().toLowerCase(Locale.ROOT);
        } catch (ParseException unreadable) {
            return "application/octet-stream";
        }
    }

    private static String textOf(MimePart part) throws MessagingException, IOException {
        return new String(part.getInputStream().readAllBytes(), charset(part));
    }

    private static Charset charset(MimePart part) throws MessagingException {
        try {
            var name = new ContentType(part.getContentType()).getParameter("charset");
            return name == null ? StandardCharsets.UTF_8 : Charset.forName(MimeUtility.javaCharset(name));
        } catch (ParseException | IllegalArgumentException unknown) {
            return StandardCharsets.UTF_8;
        }
    }
}
