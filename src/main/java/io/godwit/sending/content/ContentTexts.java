package io.godwit.sending.content;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The parts of a content that are compressed when they are large.
 *
 * @param body empty when the content is deleted
 * @param text the caller's own plain text
 * @param raw the message an SMTP client wrote
 */
public record ContentTexts(Optional<String> body, Optional<String> text, Optional<byte[]> raw) {

    static ContentTexts of(EmailContent content) {
        return new ContentTexts(Optional.of(content.body()), content.text(), content.raw());
    }

    /** Returns at least how many octets they are, which costs nothing to tell: UTF-8 has one or more for each character. */
    long minOctets() {
        return (long) body.map(String::length).orElse(0)
                + text.map(String::length).orElse(0)
                + raw.map(message -> message.length).orElse(0);
    }

    /** Returns their octets, the texts in UTF-8; empty where there is none. */
    OctetParts octets() {
        return new OctetParts(body.map(ContentTexts::utf8), text.map(ContentTexts::utf8), raw);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The parts of a content's texts as octets. */
    record OctetParts(Optional<byte[]> body, Optional<byte[]> text, Optional<byte[]> raw) {

        ContentTexts texts() {
            return new ContentTexts(body.map(OctetParts::string), text.map(OctetParts::string), raw);
        }

        private static String string(byte[] utf8) {
            return new String(utf8, StandardCharsets.UTF_8);
        }
    }
}
