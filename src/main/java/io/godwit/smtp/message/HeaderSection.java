package io.godwit.smtp.message;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The header section of a message, or of a part of one (RFC 5322 §2.2), parsed in one pass. Bytes beyond {@value #MAX_BYTES},
 * fields beyond {@value #MAX_FIELDS}, and lines that are no field, are left out.
 *
 * @param fields in their order, unfolded, encoded words undecoded
 * @param bodyAt the position of the first byte after the empty line
 */
public record HeaderSection(List<Header> fields, int bodyAt) {

    static final int MAX_BYTES = 256 * 1024;
    static final int MAX_FIELDS = 1_000;

    public HeaderSection {
        fields = List.copyOf(fields);
    }

    public static HeaderSection of(byte[] message) {
        return of(message, 0, message.length);
    }

    /** Parses the section that begins at {@code from}; its message or part ends before {@code to}. */
    static HeaderSection of(byte[] octets, int from, int to) {
        var fields = new ArrayList<Header>();
        var field = new ByteBuilder(256);
        var limit = (long) from + MAX_BYTES;
        var at = from;
        while (at < to) {
            var end = lineEnd(octets, at, to);
            var length = withoutEnd(octets, at, end) - at;
            if (length == 0) {
                at = end;
                break;
            }
            if (end <= limit && fields.size() < MAX_FIELDS) {
                if (octets[at] != ' ' && octets[at] != '\t') {
                    close(field, fields);
                    field = new ByteBuilder(length);
                }
                field.add(octets, at, length);
            }
            at = end;
        }
        close(field, fields);
        return new HeaderSection(fields, at);
    }

    /** Returns the position after the line end (CR LF, or LF alone) of the line that begins here. */
    static int lineEnd(byte[] octets, int from, int to) {
        for (var at = from; at < to; at++) {
            if (octets[at] == '\n') {
                return at + 1;
            }
        }
        return to;
    }

    static int withoutEnd(byte[] octets, int from, int end) {
        var last = end > from && octets[end - 1] == '\n' ? end - 1 : end;
        return last > from && last < end && octets[last - 1] == '\r' ? last - 1 : last;
    }

    private static void close(ByteBuilder field, List<Header> fields) {
        var text = text(field.toBytes());
        var colon = text.indexOf(':');
        var name = colon < 0 ? "" : text.substring(0, colon).stripTrailing();
        if (!name.isEmpty()
                && fields.size() < MAX_FIELDS
                && name.chars().allMatch(character -> character > ' ' && character < 127)) {
            fields.add(new Header(name, text.substring(colon + 1).strip()));
        }
    }

    /** Decodes UTF-8 (RFC 6532 §3.2), or else each byte as one character. */
    private static String text(byte[] octets) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(octets))
                    .toString();
        } catch (CharacterCodingException other) {
            return new String(octets, StandardCharsets.ISO_8859_1);
        }
    }

    /** Returns the values of all fields of that name; names compare without case. */
    public Stream<String> all(String name) {
        return fields.stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .map(Header::value);
    }

    public Optional<String> first(String name) {
        return all(name).findFirst();
    }
}
