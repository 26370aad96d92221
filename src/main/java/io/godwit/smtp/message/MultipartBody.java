package io.godwit.smtp.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Splits a multipart body at its delimiter lines (RFC 2046 §5.1.1), in one pass. */
final class MultipartBody {

    private static final int DASHES = 2;

    private MultipartBody() {}

    /** The range of one part: from its first byte to the one after its last. */
    record Range(int from, int to) {}

    /** Returns the first {@code limit} parts; a body without an end delimiter ends where its range does. */
    static List<Range> parts(byte[] octets, Range body, String boundary, int limit) {
        var delimiter = ("--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        var parts = new ArrayList<Range>();
        var begin = -1;
        for (var at = body.from(); at < body.to() && parts.size() < limit; ) {
            var end = HeaderSection.lineEnd(octets, at, body.to());
            if (isDelimiter(octets, at, end, delimiter)) {
                if (begin >= 0) {
                    parts.add(new Range(begin, Math.max(begin, HeaderSection.withoutEnd(octets, begin, at))));
                }
                if (isLast(octets, at + delimiter.length, end)) {
                    return parts;
                }
                begin = end;
            }
            at = end;
        }
        if (begin >= 0 && begin < body.to() && parts.size() < limit) {
            parts.add(new Range(begin, body.to()));
        }
        return parts;
    }

    /** Returns whether a line is a delimiter: after the boundary follow at most two dashes, and blanks. */
    private static boolean isDelimiter(byte[] octets, int at, int end, byte[] delimiter) {
        if (end - at < delimiter.length) {
            return false;
        }
        for (var position = 0; position < delimiter.length; position++) {
            if (octets[at + position] != delimiter[position]) {
                return false;
            }
        }
        var after = at + delimiter.length;
        for (var position = isLast(octets, after, end) ? after + DASHES : after; position < end; position++) {
            if (octets[position] > ' ' || octets[position] < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLast(byte[] octets, int at, int end) {
        return end - at >= DASHES && octets[at] == '-' && octets[at + 1] == '-';
    }
}
