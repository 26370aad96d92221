package io.godwit.smtp.message;

import io.godwit.smtp.message.MultipartBody.Range;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeBodyPart;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Rewrites the text of the first part of one media type that a reader is shown, and leaves every other octet of a message as it
 * is. A part inside {@code multipart/signed} or {@code multipart/encrypted} is not touched.
 */
public final class PartRewriter {

    private static final int MAX_DEPTH = 20;
    private static final int MAX_PARTS = 200;

    private final byte[] message;
    private final String type;

    private PartRewriter(byte[] message, String type) {
        this.message = message;
        this.type = type;
    }

    /** A part: its header, and its body. */
    private record Part(HeaderSection header, Range all, Range body) {}

    /** Returns the message with the text changed; the message itself when it has no such part. */
    public static byte[] rewrite(byte[] message, String type, UnaryOperator<String> change) {
        var rewriter = new PartRewriter(message, type);
        return rewriter.find(new Range(0, message.length), 0)
                .map(part -> rewriter.replaced(part, change))
                .orElse(message);
    }

    private Optional<Part> find(Range range, int depth) {
        var header = HeaderSection.of(message, range.from(), range.to());
        var body = new Range(Math.min(header.bodyAt(), range.to()), range.to());
        var found = MimeReader.type(header);
        if (found.filter(multipart -> multipart.match("multipart/*")).isEmpty()) {
            return isShown(header, found.map(leaf -> leaf.getBaseType().toLowerCase(Locale.ROOT)))
                    ? Optional.of(new Part(header, range, body))
                    : Optional.empty();
        }
        var kind = found.get().getSubType().toLowerCase(Locale.ROOT);
        var boundary = Optional.ofNullable(found.get().getParameter("boundary"));
        if (depth == MAX_DEPTH || kind.equals("signed") || kind.equals("encrypted") || boundary.isEmpty()) {
            return Optional.empty();
        }
        return MultipartBody.parts(message, body, boundary.get(), MAX_PARTS).stream()
                .flatMap(part -> find(part, depth + 1).stream())
                .findFirst();
    }

    private boolean isShown(HeaderSection header, Optional<String> found) {
        var disposition = header.first("Content-Disposition").orElse("").toLowerCase(Locale.ROOT);
        return found.orElse("text/plain").equals(type) && !disposition.startsWith("attachment");
    }

    private byte[] replaced(Part part, UnaryOperator<String> change) {
        try {
            var body =
                    Arrays.copyOfRange(message, part.body().from(), part.body().to());
            var old = new MimeBodyPart(MimeReader.contentFields(part.header()), body);
            var charset = MimeReader.charset(old);
            return replaced(part, bytes(change.apply(MimeReader.textOf(old)), charset));
        } catch (MessagingException | IOException | IllegalArgumentException unreadable) {
            return message;
        }
    }

    /** Returns the text in a charset, characters it does not have as references (HTML) or question marks. */
    private byte[] bytes(String text, Charset charset) {
        var encoder = charset.newEncoder();
        if (!type.equals("text/html") || encoder.canEncode(text)) {
            return text.getBytes(charset);
        }
        var escaped = new StringBuilder(text.length() + 64);
        text.codePoints().forEach(point -> {
            var character = Character.toString(point);
            escaped.append(encoder.canEncode(character) ? character : "&#" + point + ";");
        });
        return escaped.toString().getBytes(charset);
    }

    /** Puts a new body, as quoted-printable, in the place of the old. */
    private byte[] replaced(Part part, byte[] text) {
        var header = Arrays.copyOfRange(message, part.all().from(), part.body().from());
        var fields = RawMessage.of(header).with(List.of(), name -> name.equalsIgnoreCase("Content-Transfer-Encoding"));
        var out = new ByteBuilder(message.length + text.length / 2);
        out.add(message, 0, part.all().from());
        out.ascii("Content-Transfer-Encoding: quoted-printable").endLine().add(fields);
        QuotedPrintableEncoder.encode(text, out);
        if (part.all().to() == message.length && (text.length == 0 || text[text.length - 1] != '\n')) {
            out.endLine();
        }
        return out.add(message, part.all().to(), message.length - part.all().to())
                .toBytes();
    }
}
