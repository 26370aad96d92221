package io.godwit.smtp.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The header section of a message, or of a part of one (RFC 5322 §2.2), parsed in one pass. Bytes beyond {@value #MAX_BYTES},
 * fields beyond {@value #MAX_FIELDS}, and lines that are no field, are left out.
 *
 * @param fields in their order, unfolded, encoded words undecoded
 * @param bodyAt the position of the first byte after the empty line; without one, of the first delimiter of a multipart body, of
 *     the first line that is no field behind one of blanks, or else of the first line that is no field
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
        var otherAt = -1;
        var at = from;
        while (at < to) {
            var end = lineEnd(octets, at, to);
            var length = withoutEnd(octets, at, end) - at;
            if (length == 0) {
                otherAt = end;
                break;
            }
            if (at > from && (isDelimiter(octets, at, length) || isTextBehindBlanks(octets, at, length))) {
                otherAt = at;
                break;
            }
            if (otherAt < 0 && !isField(octets, at, length)) {
                otherAt = at;
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
        return new HeaderSection(fields, otherAt < 0 ? at : otherAt);
    }

    /** Returns whether a line can only be the first delimiter of a multipart body, whose empty line before it is missing. */
    private static boolean isDelimiter(byte[] octets, int at, int length) {
        return length > 2 && octets[at] == '-' && octets[at + 1] == '-' && nameLength(octets, at, length) < 0;
    }

    /** Returns whether a line is no field and the line before holds blanks only, which shall be the empty line. */
    private static boolean isTextBehindBlanks(byte[] octets, int at, int length) {
        var before = at - 1;
        while (before > 0 && (octets[before - 1] == ' ' || octets[before - 1] == '\t' || octets[before - 1] == '\r')) {
            before--;
        }
        return before > 0 && before < at - 1 && octets[before - 1] == '\n' && !isField(octets, at, length);
    }

    /** Returns whether a line begins a field or continues one. */
    private static boolean isField(byte[] octets, int at, int length) {
        return octets[at] == ' ' || octets[at] == '\t' || nameLength(octets, at, length) > 0;
    }

    /** Returns the number of characters before the first colon, blanks at the end included; -1 when they are no name. */
    private static int nameLength(byte[] octets, int at, int length) {
        var blank = false;
        for (var position = 0; position < length; position++) {
            var octet = octets[at + position];
            if (octet == ':') {
                return position;
            }
            if (octet < ' ' || octet == 127 || (blank && octet != ' ')) {
                return -1;
            }
            blank = octet == ' ';
        }
        return -1;
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
        var text = PartCharset.decode(field.toBytes());
        var colon = text.indexOf(':');
        var name = colon < 0 ? "" : text.substring(0, colon).stripTrailing();
        if (!name.isEmpty()
                && fields.size() < MAX_FIELDS
                && name.chars().allMatch(character -> character > ' ' && character < 127)) {
            fields.add(new Header(name, text.substring(colon + 1).strip()));
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
