package io.godwit.smtp.message;

import io.godwit.smtp.message.MultipartBody.Range;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.InternetHeaders;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.ParseException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Parses a message, to be shown or kept, in time linear in its size. Unreadable parts are left out; no message makes it fail. A
 * message that still takes longer than its budget is read as one text.
 */
public final class MimeReader {

    /** Max parts within parts; a deeper one is kept as a file. */
    private static final int MAX_DEPTH = 20;

    /** Max parts that are read; the others are left out. */
    private static final int MAX_PARTS = 200;

    /** Max characters of a field's value in which encoded words are resolved. */
    private static final int MAX_ENCODED = 16 * 1024;

    /** Max characters of a Content-* field. */
    private static final int MAX_CONTENT_FIELD = 16 * 1024;

    /** Max bytes of a message that is read as one text. */
    private static final int MAX_TEXT = 1 << 20;

    /** The time a message may take. */
    private static final Duration BUDGET = Duration.ofSeconds(10);

    /**
     * A parsed message.
     *
     * @param headers in their order, decoded; several of a name are separated by line ends
     */
    public record Contents(
            Optional<String> html, Optional<String> text, Map<String, String> headers, List<Attachment> attachments) {}

    private final byte[] message;
    private final LongSupplier nanos;
    private final long until;
    private final List<Attachment> files = new ArrayList<>();
    private final ShownText html = new ShownText();
    private final ShownText text = new ShownText();
    private Optional<NamedText> named = Optional.empty();
    private int parts;

    private MimeReader(byte[] message, Duration budget, LongSupplier nanos) {
        this.message = message;
        this.nanos = nanos;
        this.until = nanos.getAsLong() + budget.toNanos();
    }

    /** A text that has a file name. */
    private record NamedText(boolean isHtml, String text) {}

    /** Signals that the time budget is used up. */
    private static final class LateException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        LateException() {
            super("The message takes too long to read", null, false, false);
        }
    }

    /** Parses a message; takes ten seconds at most, so it belongs on a worker. Never fails. */
    public static Contents read(byte[] message) {
        return read(message, BUDGET, System::nanoTime);
    }

    /** Parses within a time budget by this clock, or else as one text. */
    static Contents read(byte[] message, Duration budget, LongSupplier nanos) {
        var reader = new MimeReader(message, budget, nanos);
        var section = HeaderSection.of(message);
        try {
            reader.readPart(section, new Range(section.bodyAt(), message.length), "text/plain", false, 0);
            reader.showNamed();
            return new Contents(
                    reader.html.text(), reader.text.text(), reader.headers(section), List.copyOf(reader.files));
        } catch (LateException late) {
            return asText(message, section);
        }
    }

    private static Contents asText(byte[] message, HeaderSection section) {
        var headers = new LinkedHashMap<String, String>();
        section.fields().forEach(field -> headers.putIfAbsent(field.name(), field.value()));
        var whole = new String(message, 0, Math.min(message.length, MAX_TEXT), StandardCharsets.UTF_8);
        return new Contents(Optional.empty(), Optional.of(whole), headers, List.of());
    }

    private Map<String, String> headers(HeaderSection section) {
        var nameToValues = new LinkedHashMap<String, List<String>>();
        for (var field : section.fields()) {
            checkDeadline();
            nameToValues
                    .computeIfAbsent(field.name(), ignored -> new ArrayList<>())
                    .add(decoded(field.value()));
        }
        var headers = new LinkedHashMap<String, String>();
        nameToValues.forEach((name, values) -> headers.put(name, String.join("\n", values)));
        return headers;
    }

    private void checkDeadline() {
        if (nanos.getAsLong() - until > 0) {
            throw new LateException();
        }
    }

    /** Returns a header value without folds and with the encoded words (RFC 2047) near its start resolved. */
    public static String decoded(String value) {
        var line = value.replaceAll("\r?\n(?=[ \t])", "").strip();
        var end = Math.min(line.length(), MAX_ENCODED);
        return EncodedWordReader.decode(line.substring(0, end)) + line.substring(end);
    }

    /** Reads a part, which is of the default type when its header names none. */
    private void readPart(HeaderSection section, Range body, String defaultType, boolean isMixed, int depth) {
        checkDeadline();
        var type = type(section);
        if (type.filter(found -> found.match("multipart/*")).isPresent() && depth < MAX_DEPTH) {
            readParts(body, type.get(), depth);
        } else if (parts < MAX_PARTS) {
            parts++;
            leaf(section, defaultType, isMixed, Arrays.copyOfRange(message, body.from(), body.to()));
        }
    }

    private void readParts(Range body, ContentType type, int depth) {
        var ranges = ranges(body, type);
        var defaultType = type.match("multipart/digest") ? "message/rfc822" : "text/plain";
        var isMixed = type.match("multipart/mixed");
        for (var range : ranges) {
            var inner = HeaderSection.of(message, range.from(), range.to());
            readPart(inner, new Range(inner.bodyAt(), range.to()), defaultType, isMixed, depth + 1);
        }
        if (ranges.isEmpty() && parts < MAX_PARTS && body.from() < body.to()) {
            parts++;
            keepAsItCame(Arrays.copyOfRange(message, body.from(), body.to()));
        }
    }

    static Optional<ContentType> type(HeaderSection section) {
        return section.first("Content-Type")
                .filter(text -> text.length() <= MAX_CONTENT_FIELD)
                .map(ContentTypeParser::parse);
    }

    private List<Range> ranges(Range body, ContentType type) {
        var named = Optional.ofNullable(type.getParameter("boundary"))
                .map(boundary -> MultipartBody.parts(message, body, boundary, MAX_PARTS - parts))
                .orElseGet(List::of);
        return named.isEmpty()
                ? MultipartBody.firstBoundary(message, body)
                        .map(boundary -> MultipartBody.parts(message, body, boundary, MAX_PARTS - parts))
                        .orElseGet(List::of)
                : named;
    }

    private void leaf(HeaderSection section, String defaultType, boolean isMixed, byte[] body) {
        try {
            var fields = contentFields(section);
            if (fields.getHeader("Content-Type") == null) {
                fields.addHeader("Content-Type", defaultType);
            }
            var part = new MimeBodyPart(fields, body);
            var octets = octets(part, body);
            var attached = "attachment".equalsIgnoreCase(part.getDisposition());
            var shown = part.getFileName() == null && !attached;
            if (shown && html.takes(octets, isMixed) && part.isMimeType("text/html")) {
                html.add(PartCharset.text(part, octets));
            } else if (shown && text.takes(octets, isMixed) && part.isMimeType("text/plain")) {
                text.add(PartCharset.text(part, octets));
            } else {
                files.add(file(part, octets));
                keepNamed(part, octets, attached);
            }
        } catch (MessagingException | RuntimeException unreadable) {
            // Decoders of the library throw undeclared exceptions, such as an index out of bounds.
            keepAsItCame(body);
        }
    }

    private static byte[] octets(MimeBodyPart part, byte[] body) throws MessagingException {
        try {
            return part.getInputStream().readAllBytes();
        } catch (MessagingException | IOException | RuntimeException damaged) {
            return DamagedBodyDecoder.decode(String.valueOf(part.getEncoding()), body);
        }
    }

    /** Keeps a text with a file name that is not attached, in case the message has no other. */
    private void keepNamed(MimeBodyPart part, byte[] octets, boolean attached) throws MessagingException {
        var isHtml = part.isMimeType("text/html");
        if (named.isEmpty() && !attached && (isHtml || part.isMimeType("text/plain"))) {
            named = Optional.of(new NamedText(isHtml, PartCharset.text(part, octets)));
        }
    }

    /** Shows the first text with a file name when no other is shown: some programs name the body too. */
    private void showNamed() {
        if (html.isEmpty() && text.isEmpty()) {
            named.ifPresent(body -> (body.isHtml() ? html : text).add(body.text()));
        }
    }

    private void keepAsItCame(byte[] body) {
        if (text.isEmpty()) {
            text.add(PartCharset.decode(body));
        } else {
            files.add(new Attachment("unnamed", "application/octet-stream", false, Optional.empty(), body));
        }
    }

    /** Returns the Content-* fields of a part, the first of each name, with a type and a disposition that can be read. */
    static InternetHeaders contentFields(HeaderSection section) {
        var fields = new InternetHeaders();
        for (var field : section.fields()) {
            var about = field.name().toLowerCase(Locale.ROOT).startsWith("content-");
            if (about && field.value().length() <= MAX_CONTENT_FIELD && fields.getHeader(field.name()) == null) {
                fields.addHeader(field.name(), readable(field));
            }
        }
        return fields;
    }

    private static String readable(Header field) {
        return switch (field.name().toLowerCase(Locale.ROOT)) {
            case "content-type" -> ContentTypeParser.readable(field.value());
            case "content-disposition" -> ContentDispositionParser.readable(field.value());
            default -> field.value();
        };
    }

    private static Attachment file(MimeBodyPart part, byte[] octets) throws MessagingException {
        var name = part.getFileName();
        return new Attachment(
                name == null ? "unnamed" : decoded(name),
                mediaType(part),
                "inline".equalsIgnoreCase(part.getDisposition()),
                Optional.ofNullable(part.getContentID()).map(id -> id.replaceAll("[<>\\s]", "")),
                octets);
    }

    private static String mediaType(MimeBodyPart part) throws MessagingException {
        try {
            return new ContentType(part.getContentType()).getBaseType().toLowerCase(Locale.ROOT);
        } catch (ParseException unreadable) {
            return "application/octet-stream";
        }
    }
}
