package io.godwit.smtp.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Splits a multipart body at its delimiter lines (RFC 2046 §5.1.1), in one pass. */
final class MultipartBody {

    private static final int DASHES = 2;

    /** Max characters of a delimiter (RFC 2046 §5.1.1). */
    private static final int MAX_BOUNDARY = 72;

    private static final String CONTENT = "Content-";

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

    /**
     * Returns the boundary of a body whose header does not name it: the first line that begins with two dashes, with a field about
     * content or an empty line behind it.
     */
    static Optional<String> firstBoundary(byte[] octets, Range body) {
        for (var at = body.from(); at + DASHES < body.to(); ) {
            var end = HeaderSection.lineEnd(octets, at, body.to());
            var boundary = line(octets, at, Math.min(end, at + MAX_BOUNDARY));
            var next = line(octets, end, Math.min(body.to(), end + CONTENT.length()));
            if (boundary.startsWith("--")
                    && boundary.length() > DASHES
                    && (next.isEmpty() || next.equalsIgnoreCase(CONTENT))) {
                return Optional.of(boundary.substring(DASHES));
            }
            at = end;
        }
        return Optional.empty();
    }

    /** Returns the line that begins here, without blanks at its end. */
    private static String line(byte[] octets, int from, int to) {
        var end = HeaderSection.withoutEnd(octets, from, HeaderSection.lineEnd(octets, from, to));
        return new String(octets, from, end - from, StandardCharsets.ISO_8859_1).stripTrailing();
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
