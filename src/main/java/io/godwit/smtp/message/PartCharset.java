package io.godwit.smtp.message;

import jakarta.mail.MessagingException;
import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeUtility;
import jakarta.mail.internet.ParseException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Finds the charset of a text part, and decodes its octets. */
final class PartCharset {

    private static final Set<String> ASCII = Set.of("us-ascii", "x-us-ascii", "ascii", "ansi_x3.4-1968");

    private static final String PROBE = "<a>=\r\n";

    private PartCharset() {}

    /** Returns the charset its Content-Type names; empty for US-ASCII too, under which programs send octets outside it. */
    static Optional<Charset> named(MimeBodyPart part) throws MessagingException {
        try {
            return Optional.ofNullable(new ContentType(part.getContentType()).getParameter("charset"))
                    .filter(name -> !ASCII.contains(name.toLowerCase(Locale.ROOT)))
                    .map(name -> Charset.forName(MimeUtility.javaCharset(name)));
        } catch (ParseException | IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }

    /** Returns whether text in ASCII is the same in the charset, and text can be encoded in it at all. */
    static boolean extendsAscii(Charset charset) {
        return charset.canEncode() && new String(PROBE.getBytes(charset), StandardCharsets.ISO_8859_1).equals(PROBE);
    }

    /** Decodes octets; without a charset as UTF-8, or else each octet as one character. */
    static String decode(byte[] octets, Optional<Charset> charset) {
        return charset.isPresent() ? new String(octets, charset.get()) : decode(octets);
    }

    /** Decodes octets as UTF-8, or else each octet as one character. */
    static String decode(byte[] octets) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(octets))
                    .toString();
        } catch (CharacterCodingException other) {
            return new String(octets, StandardCharsets.ISO_8859_1);
        }
    }
}
