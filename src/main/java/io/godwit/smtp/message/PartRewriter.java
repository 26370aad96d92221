package io.godwit.smtp.message;

import io.godwit.smtp.message.MultipartBody.Range;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.ParseException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Rewrites the text of the first part of one media type that a reader is shown, and leaves every other octet of a message as it is.
 * A part with a file name is an attachment, as {@link MimeReader} has it, unless the message has no other text. A part inside {@code
 * multipart/signed} or {@code multipart/encrypted} is not touched.
 */
public final class PartRewriter {

    private static final int MAX_DEPTH = 20;
    private static final int MAX_PARTS = 200;

    private static final Set<String> TEXTS = Set.of("text/plain", "text/html");
    private static final Pattern FILE_NAME = Pattern.compile("(?i);\\s*filename\\*?(?:\\d\\*?)?\\s*=");

    private final byte[] message;
    private final String type;

    private PartRewriter(byte[] message, String type) {
        this.message = message;
        this.type = type;
    }

    /**
     * A text of the message.
     *
     * @param named whether it has a file name
     */
    private record Part(String type, boolean named, HeaderSection header, Range all, Range body) {}

    /** Returns the message with the text changed; the message itself when it has no such part. */
    public static byte[] rewrite(byte[] message, String type, UnaryOperator<String> change) {
        var rewriter = new PartRewriter(message, type);
        var shown = rewriter.texts(new Range(0, message.length), 0).toList();
        return shown.stream()
                .filter(part -> !part.named() || shown.stream().allMatch(Part::named))
                .filter(part -> part.type().equals(type))
                .findFirst()
                .map(part -> rewriter.replaced(part, change))
                .orElse(message);
    }

    /** Returns the texts in plain or HTML that are not marked as attachments, in their order. */
    private Stream<Part> texts(Range range, int depth) {
        var header = HeaderSection.of(message, range.from(), range.to());
        var body = new Range(Math.min(header.bodyAt(), range.to()), range.to());
        var found = MimeReader.type(header);
        if (found.filter(multipart -> multipart.match("multipart/*")).isEmpty()) {
            return text(header, found)
                    .map(kind -> new Part(kind, isNamed(header, found), header, range, body))
                    .stream();
        }
        var kind = found.get().getSubType().toLowerCase(Locale.ROOT);
        var boundary = Optional.ofNullable(found.get().getParameter("boundary"));
        if (depth == MAX_DEPTH || kind.equals("signed") || kind.equals("encrypted") || boundary.isEmpty()) {
            return Stream.empty();
        }
        return MultipartBody.parts(message, body, boundary.get(), MAX_PARTS).stream()
                .flatMap(part -> texts(part, depth + 1));
    }

    /** Returns the media type of a text that is not marked as an attachment. */
    private static Optional<String> text(HeaderSection header, Optional<ContentType> found) {
        var disposition = header.first("Content-Disposition").orElse("").toLowerCase(Locale.ROOT);
        return Optional.of(found.map(leaf -> leaf.getBaseType().toLowerCase(Locale.ROOT))
                        .orElse("text/plain"))
                .filter(kind -> TEXTS.contains(kind) && !disposition.startsWith("attachment"));
    }

    private static boolean isNamed(HeaderSection header, Optional<ContentType> type) {
        return type.filter(known -> known.getParameter("name") != null).isPresent()
                || header.first("Content-Disposition")
                        .filter(value -> FILE_NAME.matcher(value).find())
                        .isPresent();
    }

    private byte[] replaced(Part part, UnaryOperator<String> change) {
        try {
            var body =
                    Arrays.copyOfRange(message, part.body().from(), part.body().to());
            var old = new MimeBodyPart(MimeReader.contentFields(part.header()), body);
            var charset = PartCharset.named(old);
            var text = change.apply(PartCharset.text(old, old.getInputStream().readAllBytes()));
            return replaced(part, text, charset);
        } catch (MessagingException | IOException | IllegalArgumentException unreadable) {
            return message;
        }
    }

    /** Keeps the charset when the text fits it, and writes UTF-8 otherwise. */
    private byte[] replaced(Part part, String text, Optional<Charset> charset) throws ParseException {
        var octets = charset.filter(PartCharset::extendsAscii).flatMap(known -> octets(text, known));
        if (octets.isPresent()) {
            return replaced(part, octets.get(), Optional.empty());
        }
        var newType = charset.isEmpty() && HeaderValidator.isAscii(text)
                ? Optional.<String>empty()
                : Optional.of(ParameterField.withCharset(type(part.header()), "utf-8"));
        return replaced(part, text.getBytes(StandardCharsets.UTF_8), newType);
    }

    /**
     * Returns the text in a charset, in HTML with references for characters it does not have; empty when the text has such.
     */
    private Optional<byte[]> octets(String text, Charset charset) {
        var encoder = charset.newEncoder();
        if (charset.equals(StandardCharsets.UTF_8) || encoder.canEncode(text)) {
            return Optional.of(text.getBytes(charset));
        } else if (!type.equals("text/html")) {
            return Optional.empty();
        }
        var escaped = new StringBuilder(text.length() + 64);
        text.codePoints().forEach(point -> {
            var character = Character.toString(point);
            escaped.append(encoder.canEncode(character) ? character : "&#" + point + ";");
        });
        return Optional.of(escaped.toString().getBytes(charset));
    }

    private static ContentType type(HeaderSection header) {
        return MimeReader.type(header).orElseGet(() -> ContentTypeParser.parse("text/plain"));
    }

    /** Puts a new body, as quoted-printable, in the place of the old; with a new Content-Type, if any. */
    private byte[] replaced(Part part, byte[] text, Optional<String> newType) {
        var header = RawMessage.of(
                Arrays.copyOfRange(message, part.all().from(), part.body().from()));
        var fields = header.with(
                List.of(),
                name -> name.equalsIgnoreCase("Content-Transfer-Encoding")
                        || (newType.isPresent() && name.equalsIgnoreCase("Content-Type")));
        var out = new ByteBuilder(message.length + text.length / 2);
        out.add(message, 0, part.all().from());
        out.ascii("Content-Transfer-Encoding: quoted-printable").endLine();
        newType.ifPresent(value -> HeaderField.plain(out, "Content-Type", value));
        out.add(fields);
        QuotedPrintableEncoder.encode(text, out);
        if (part.all().to() == message.length && (text.length == 0 || text[text.length - 1] != '\n')) {
            out.endLine();
        }
        return out.add(message, part.all().to(), message.length - part.all().to())
                .toBytes();
    }
}
