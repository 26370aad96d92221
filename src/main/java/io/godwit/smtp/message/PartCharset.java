package io.godwit.smtp.message;

import jakarta.mail.MessagingException;
import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.ParseException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the charset of a text part, and decodes its octets. */
final class PartCharset {

    private static final String PROBE = "<a>=\r\n";

    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

    /** Octets at the start of an HTML document that its charset is looked for in, as browsers do. */
    private static final int MAX_HEAD = 1024;

    private static final Pattern META = Pattern.compile(
            "<meta\\s[^>]{0,200}?charset\\s{0,9}=\\s{0,9}[\"']?([\\w.:-]{1,40})", Pattern.CASE_INSENSITIVE);

    private PartCharset() {}

    /** Returns the charset its Content-Type names, to write it in; empty for US-ASCII too. */
    static Optional<Charset> named(MimeBodyPart part) throws MessagingException {
        return label(part).flatMap(CharsetLabel::named);
    }

    /** Returns the text of a part, decoded as readers do. */
    static String text(MimeBodyPart part, byte[] octets) throws MessagingException {
        var charset = label(part).flatMap(CharsetLabel::read);
        return charset.isEmpty() && part.isMimeType("text/html")
                ? decode(octets, inMarkup(octets))
                : decode(octets, charset);
    }

    private static Optional<String> label(MimeBodyPart part) throws MessagingException {
        try {
            return Optional.ofNullable(new ContentType(part.getContentType()).getParameter("charset"));
        } catch (ParseException unreadable) {
            return Optional.empty();
        }
    }

    /** Returns the charset that a document names in itself; empty when it is evidently UTF-8. */
    private static Optional<Charset> inMarkup(byte[] octets) {
        var head = META.matcher(new String(octets, 0, Math.min(octets.length, MAX_HEAD), StandardCharsets.ISO_8859_1));
        return head.find() && !isBeyondAscii(octets)
                ? CharsetLabel.read(head.group(1)).filter(PartCharset::extendsAscii)
                : Optional.empty();
    }

    private static boolean isBeyondAscii(byte[] octets) {
        return utf8(octets).filter(text -> text.length() < octets.length).isPresent();
    }

    /** Returns whether text in ASCII is the same in the charset, and text can be encoded in it at all. */
    static boolean extendsAscii(Charset charset) {
        return charset.canEncode() && new String(PROBE.getBytes(charset), StandardCharsets.ISO_8859_1).equals(PROBE);
    }

    private static String decode(byte[] octets, Optional<Charset> charset) {
        return charset.isPresent() ? new String(octets, charset.get()) : decode(octets);
    }

    /** Decodes octets in the charset of that label; of an unknown one like those without a charset. */
    static String decode(byte[] octets, String label) {
        return decode(octets, CharsetLabel.read(label));
    }

    /** Decodes octets as UTF-8, or else as windows-1252. */
    static String decode(byte[] octets) {
        return utf8(octets).orElseGet(() -> new String(octets, WINDOWS_1252));
    }

    private static Optional<String> utf8(byte[] octets) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(octets))
                    .toString());
        } catch (CharacterCodingException other) {
            return Optional.empty();
        }
    }
}
