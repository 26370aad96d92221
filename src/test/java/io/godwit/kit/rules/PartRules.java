package io.godwit.kit.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The parts of a message: boundaries (RFC 2046 §5.1), encodings and what they allow (RFC 2045 §6), parameters (RFC 2231). */
final class PartRules {

    private static final Pattern BOUNDARY = Pattern.compile("(?i);\\s*boundary=(?:\"([^\"]+)\"|([^\\s;]+))");
    private static final Pattern BOUNDARY_TEXT = Pattern.compile("[\\w'()+,./:=? -]{0,69}[\\w'()+,./:=?-]");
    private static final Pattern TYPE = Pattern.compile("(?i)[\\w!#$&^.+-]+/[\\w!#$&^.+-]+(?:\\s*;.*)?");
    private static final Pattern ESCAPE = Pattern.compile("=(?![0-9A-F]{2}|$)");
    private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]*={0,2}");
    private static final Set<String> ENCODINGS = Set.of("7bit", "quoted-printable", "base64");
    private static final int ENCODED_LINE = 76;

    private PartRules() {}

    static void check(RuleBreaches breaches, MessageHead head, String body) {
        var type = head.value("content-type").orElse("");
        var encoding = head.value("content-transfer-encoding").orElse("7bit").toLowerCase(Locale.ROOT);
        breaches.unless(TYPE.matcher(type).matches(), "this is no content type: %s", type);
        breaches.unless(!type.contains("=?"), "a parameter has an encoded word: %s", type);
        breaches.unless(ENCODINGS.contains(encoding), "the encoding is %s", encoding);
        head.value("content-disposition")
                .ifPresent(
                        value -> breaches.unless(!value.contains("=?"), "a parameter has an encoded word: %s", value));
        if (type.toLowerCase(Locale.ROOT).startsWith("multipart/")) {
            breaches.unless(encoding.equals("7bit"), "a multipart is encoded as %s", encoding);
            several(breaches, type, body);
        } else {
            leaf(breaches, type, encoding, body);
        }
    }

    private static void several(RuleBreaches breaches, String type, String body) {
        var named = BOUNDARY.matcher(type);
        if (!named.find()) {
            breaches.unless(false, "a multipart has no boundary: %s", type);
            return;
        }
        var boundary = named.group(1) == null ? named.group(2) : named.group(1);
        breaches.unless(BOUNDARY_TEXT.matcher(boundary).matches(), "this is no boundary: %s", boundary);
        var parts = parts(breaches, boundary, body);
        var types = new ArrayList<String>();
        for (var part : parts) {
            var end = part.startsWith("\r\n") ? 0 : part.indexOf("\r\n\r\n");
            breaches.unless(end >= 0, "a part has no blank line");
            if (end >= 0) {
                var head = MessageHead.of(part.substring(0, end));
                types.add(head.value("content-type").orElse("").replaceAll("\\s*;.*", ""));
                check(breaches, head, part.substring(Math.min(part.length(), end == 0 ? 2 : end + 4)));
            }
        }
        if (type.startsWith("multipart/alternative")) {
            breaches.unless(types.equals(List.of("text/plain", "text/html")), "the alternatives are %s", types);
        }
    }

    /** The text between the lines that begin with the boundary. */
    private static List<String> parts(RuleBreaches breaches, String boundary, String body) {
        var parts = new ArrayList<String>();
        var text = "\r\n" + body;
        var line = "\r\n--" + boundary;
        var at = text.indexOf(line);
        breaches.unless(at >= 0, "the boundary %s is not in the body", boundary);
        while (at >= 0) {
            var start = at + line.length();
            if (text.startsWith("--\r\n", start)) {
                breaches.unless(text.lastIndexOf(line) == at, "%s goes on behind its end", boundary);
                breaches.unless(!parts.isEmpty(), "%s has no part", boundary);
                return parts;
            }
            breaches.unless(text.startsWith("\r\n", start), "a line only begins with the boundary %s", boundary);
            at = text.indexOf(line, start);
            if (at >= 0) {
                parts.add(text.substring(Math.min(at, start + 2), at));
            }
        }
        breaches.unless(false, "the boundary %s is not closed", boundary);
        return parts;
    }

    private static void leaf(RuleBreaches breaches, String type, String encoding, String body) {
        var text = type.toLowerCase(Locale.ROOT).startsWith("text/");
        breaches.unless(
                !text || type.toLowerCase(Locale.ROOT).contains("charset=") || encoding.equals("base64"),
                "a text does not tell its charset: %s",
                type);
        breaches.unless(
                !type.toLowerCase(Locale.ROOT).startsWith("message/rfc822") || encoding.equals("7bit"),
                "a message is encoded as %s",
                encoding);
        if (encoding.equals("7bit")) {
            return;
        }
        for (var line : body.split("\r\n")) {
            breaches.unless(line.length() <= ENCODED_LINE, "an encoded line has %d octets", line.length());
            if (encoding.equals("base64")) {
                breaches.unless(BASE64.matcher(line).matches(), "this is not base64: %s", line);
            } else {
                breaches.unless(!ESCAPE.matcher(line).find(), "this is no escape: %s", line);
                breaches.unless(!line.endsWith(" ") && !line.endsWith("\t"), "a quoted line ends blank: %s", line);
            }
        }
    }
}
