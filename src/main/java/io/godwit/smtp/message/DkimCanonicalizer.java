package io.godwit.smtp.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A message in the relaxed canonical form that is signed (RFC 6376 §3.4.2, §3.4.4), which ignores the usual changes by relays.
 *
 * @param signedNames as in {@code h=}
 * @param signedFields in the order of {@code signedNames}, each with its line end
 */
record DkimCanonicalizer(String signedNames, String signedFields, byte[] body) {

    /** The signed fields in this order, when present; of several fields of a name the lowest first (§5.4.2). */
    private static final List<String> SIGNED = List.of(
            "from",
            "to",
            "cc",
            "subject",
            "date",
            "message-id",
            "reply-to",
            "mime-version",
            "content-type",
            "list-unsubscribe",
            "list-unsubscribe-post");

    /** Fields named once more than they occur, so that another cannot be added (RFC 6376 §8.15). */
    private static final List<String> ONCE_MORE =
            List.of("from", "to", "cc", "subject", "date", "reply-to", "content-type");

    static DkimCanonicalizer of(byte[] message) {
        var end = headEnd(message);
        var names = new ArrayList<String>();
        var text = new StringBuilder();
        var fields = fields(new String(message, 0, end, StandardCharsets.ISO_8859_1));
        for (var name : SIGNED) {
            for (var at = fields.size() - 1; at >= 0; at--) {
                if (fields.get(at).startsWith(name + ":")) {
                    names.add(name);
                    text.append(fields.get(at)).append("\r\n");
                }
            }
        }
        names.addAll(ONCE_MORE);
        return new DkimCanonicalizer(folded(names), text.toString(), body(message, Math.min(message.length, end + 2)));
    }

    /** Returns the names, long lists folded over several lines. */
    private static String folded(List<String> names) {
        var lines = new ArrayList<String>();
        for (var at = 0; at < names.size(); at += 7) {
            lines.add(String.join(":", names.subList(at, Math.min(at + 7, names.size()))));
        }
        return String.join(":\r\n\t", lines);
    }

    /** Returns the position after the line end of the last header field. */
    private static int headEnd(byte[] message) {
        for (var at = 0; at + 3 < message.length; at++) {
            if (message[at] == '\r' && message[at + 1] == '\n' && message[at + 2] == '\r' && message[at + 3] == '\n') {
                return at + 2;
            }
        }
        return message.length;
    }

    private static List<String> fields(String head) {
        var fields = new ArrayList<String>();
        var start = 0;
        for (var end = head.indexOf("\r\n"); end >= 0; end = head.indexOf("\r\n", end + 2)) {
            var folds = end + 2 < head.length() && isSpace(head.charAt(end + 2));
            if (!folds) {
                fields.add(field(head.substring(start, end)));
                start = end + 2;
            }
        }
        return fields;
    }

    /** Returns one field without its line end: name in lower case, unfolded, white space reduced. */
    static String field(String raw) {
        var colon = raw.indexOf(':');
        var line = new StringBuilder(raw.length());
        line.append(raw.substring(0, colon).strip().toLowerCase(Locale.ROOT)).append(':');
        var start = line.length();
        var space = false;
        for (var at = colon + 1; at < raw.length(); at++) {
            var character = raw.charAt(at);
            if (isSpace(character) || character == '\r' || character == '\n') {
                space = line.length() > start;
            } else {
                line.append(space ? " " : "").append(character);
                space = false;
            }
        }
        return line.toString();
    }

    private static byte[] body(byte[] message, int start) {
        var out = new ByteBuilder(message.length - start + 2);
        var space = false;
        var blankLines = 0;
        for (var at = start; at < message.length; ) {
            var run = run(message, at);
            if (run > 0) {
                for (; blankLines > 0; blankLines--) {
                    out.endLine();
                }
                if (space) {
                    out.add(' ');
                }
                out.add(message, at, run);
                space = false;
                at += run;
            } else if (message[at] == '\r') {
                blankLines++;
                space = false;
                at += 2;
            } else {
                space = true;
                at++;
            }
        }
        return out.isEmpty() ? new byte[0] : out.endLine().toBytes();
    }

    /** Returns the number of octets from here that stay as they are: up to a line end, or a blank that is not a single space. */
    private static int run(byte[] message, int from) {
        var at = from;
        while (at < message.length) {
            var octet = message[at];
            if (octet == '\r' ? isLineEnd(message, at) : isSpace((char) octet) && !isSingleSpace(message, from, at)) {
                break;
            }
            at++;
        }
        return at - from;
    }

    private static boolean isLineEnd(byte[] message, int at) {
        return at + 1 < message.length && message[at] == '\r' && message[at + 1] == '\n';
    }

    /** Returns whether the blank is a space between two other octets of a run. */
    private static boolean isSingleSpace(byte[] message, int from, int at) {
        return message[at] == ' '
                && at > from
                && at + 1 < message.length
                && !isSpace((char) message[at + 1])
                && message[at + 1] != '\r';
    }

    private static boolean isSpace(char character) {
        return character == ' ' || character == '\t';
    }
}
