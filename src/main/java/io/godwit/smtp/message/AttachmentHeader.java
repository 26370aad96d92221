package io.godwit.smtp.message;

import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.ParameterList;
import jakarta.mail.internet.ParseException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes the header of an attachment, with exactly one type and one file name, whatever the caller gave. */
final class AttachmentHeader {

    /** Max characters of a file name, as many as the API takes. */
    private static final int MAX_NAME = 255;

    private static final int MAX_CONTENT_ID = 200;

    /** Max characters written without splitting, each at most twelve octets once it is encoded. */
    private static final int MAX_UNSPLIT_LENGTH = 60;

    private static final int MAX_PIECE_LENGTH = 60;

    private AttachmentHeader() {}

    /**
     * @param asMessage whether the attachment is written as {@code message/rfc822}; other composite types are sent as unknown
     * octets
     */
    static void write(ByteBuilder out, Attachment attachment, boolean asMessage) {
        var name = fileName(attachment.filename());
        var type = asMessage ? message() : type(attachment.contentType());
        out.ascii("Content-Type: ").ascii(type.getBaseType());
        out.line(named(type.getParameterList(), name));
        out.ascii("Content-Disposition: ").ascii(attachment.inline() ? "inline" : "attachment");
        out.line(parameter("filename", name, 31));
        attachment.contentId().ifPresent(id -> HeaderField.plain(out, "Content-ID", "<" + contentId(id) + ">"));
    }

    private static String named(ParameterList parameters, String name) {
        return name.length() <= MAX_UNSPLIT_LENGTH
                ? parameters.toString(14)
                        + parameter("name", name, 14 + parameters.toString(14).length())
                : parameters.toString(14) + continued("name", name);
    }

    /** Returns a parameter by RFC 2231, written by angus-mail: encoded and split where necessary. */
    private static String parameter(String key, String value, int column) {
        var list = new ParameterList();
        list.set(key, value, "UTF-8");
        var line = list.toString(column);
        return value.length() <= MAX_UNSPLIT_LENGTH ? line : continued(key, value);
    }

    /**
     * Returns a parameter as pieces of whole characters on lines of their own (RFC 2231 §3 and §4), so that no line comes near
     * 998 octets.
     */
    static String continued(String key, String value) {
        var out = new StringBuilder();
        var piece = new StringBuilder("UTF-8''");
        var pieces = 0;
        for (var at = 0; at < value.length(); at = value.offsetByCodePoints(at, 1)) {
            var character = octets(value.substring(at, value.offsetByCodePoints(at, 1)));
            if (piece.length() + character.length() > MAX_PIECE_LENGTH) {
                out.append(";\r\n\t")
                        .append(key)
                        .append('*')
                        .append(pieces++)
                        .append("*=")
                        .append(piece);
                piece.setLength(0);
            }
            piece.append(character);
        }
        return out.append(";\r\n\t")
                .append(key)
                .append('*')
                .append(pieces)
                .append("*=")
                .append(piece)
                .toString();
    }

    private static String octets(String character) {
        var octets = new StringBuilder();
        for (var octet : character.getBytes(StandardCharsets.UTF_8)) {
            var plain = octet > ' '
                    && octet < 0x7F
                    && (Character.isLetterOrDigit(octet) || octet == '-' || octet == '.' || octet == '_');
            octets.append(
                    plain
                            ? String.valueOf((char) octet)
                            : "%" + HexFormat.of().withUpperCase().toHexDigits(octet));
        }
        return octets.toString();
    }

    /**
     * Returns the type with the caller's parameters, which readers of calendars and tables need. Composite types must not be
     * written in base64 (RFC 2046 §5.1, §5.2.1), so they are sent as unknown octets.
     */
    private static ContentType type(String value) {
        try {
            var type = new ContentType(HeaderValidator.printable(value).strip());
            var name = type.getBaseType().toLowerCase(Locale.ROOT);
            var wellFormed = name.length() <= 127 && name.matches("[a-z0-9!#$&^_.+-]+/[a-z0-9!#$&^_.+-]+");
            return wellFormed && !name.startsWith("multipart/") && !name.startsWith("message/")
                    ? new ContentType(type.getPrimaryType(), type.getSubType(), ownParameters(type.getParameterList()))
                    : unknown();
        } catch (ParseException unreadable) {
            return unknown();
        }
    }

    private static ContentType message() {
        return new ContentType("message", "rfc822", new ParameterList());
    }

    private static ContentType unknown() {
        return new ContentType("application", "octet-stream", new ParameterList());
    }

    /** Returns the parameters without the boundary, which would be wrong, and the name, which is the file's. */
    private static ParameterList ownParameters(@Nullable ParameterList parameters) {
        var own = new ParameterList();
        if (parameters != null) {
            for (var names = parameters.getNames(); names.hasMoreElements(); ) {
                var name = names.nextElement();
                if (name.matches("[a-z0-9!#$&^_.+-]+") && !name.equals("name") && !name.equals("boundary")) {
                    own.set(name, parameters.get(name));
                }
            }
        }
        return own;
    }

    /**
     * Returns the name without path, control and invisible characters (such as a right-to-left override that turns {@code exe}
     * into {@code txt}).
     */
    private static String fileName(String value) {
        var clean = new StringBuilder();
        HeaderValidator.printable(value)
                .codePoints()
                .filter(point -> Character.getType(point) != Character.FORMAT)
                .limit(MAX_NAME)
                .forEach(point -> clean.appendCodePoint(point == '/' || point == '\\' ? '_' : point));
        var name = clean.toString().strip();
        return name.isEmpty() ? "attachment" : name;
    }

    private static String contentId(String value) {
        return HeaderValidator.printable(value)
                .codePoints()
                .filter(point -> point > 32 && point < 127 && point != '<' && point != '>')
                .limit(MAX_CONTENT_ID)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
