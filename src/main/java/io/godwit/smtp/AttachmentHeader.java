package io.godwit.smtp;

import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.ParameterList;
import jakarta.mail.internet.ParseException;
import java.util.Locale;

/** The header of an attachment. Whatever the caller called it, exactly one type and one file name are written. */
final class AttachmentHeader {

    private static final String UNKNOWN = "application/octet-stream";
    private static final int MAX_NAME = 200;

    private AttachmentHeader() {}

    static void write(Octets out, Attachment attachment) {
        var name = fileName(attachment.filename());
        out.ascii("Content-Type: ").ascii(mediaType(attachment.contentType()));
        out.line(parameter("name", name, 14));
        out.ascii("Content-Disposition: ").ascii(attachment.inline() ? "inline" : "attachment");
        out.line(parameter("filename", name, 31));
        attachment.contentId().ifPresent(id -> HeaderField.plain(out, "Content-ID", "<" + contentId(id) + ">"));
    }

    /** RFC 2231, written by angus-mail: encoded and split where it must be. */
    private static String parameter(String key, String value, int column) {
        var list = new ParameterList();
        list.set(key, value, "UTF-8");
        return list.toString(column);
    }

    /**
     * Without parameters: a file's charset is not ours to claim, and a boundary would be a lie. Composite types must not be
     * written in base64 (RFC 2046 §5.1, §5.2.1), so they go as unknown octets.
     */
    private static String mediaType(String given) {
        try {
            var type = new ContentType(HeaderText.printable(given).strip());
            var name = (type.getPrimaryType() + "/" + type.getSubType()).toLowerCase(Locale.ROOT);
            var wellFormed = name.length() <= 127 && name.matches("[a-z0-9!#$&^_.+-]+/[a-z0-9!#$&^_.+-]+");
            return wellFormed && !name.startsWith("multipart/") && !name.startsWith("message/") ? name : UNKNOWN;
        } catch (ParseException unreadable) {
            return UNKNOWN;
        }
    }

    /** No path, no control and no invisible character (such as a right-to-left override that turns {@code exe} into {@code txt}). */
    private static String fileName(String given) {
        var clean = new StringBuilder();
        HeaderText.printable(given)
                .codePoints()
                .filter(point -> Character.getType(point) != Character.FORMAT)
                .limit(MAX_NAME)
                .forEach(point -> clean.appendCodePoint(point == '/' || point == '\\' ? '_' : point));
        var name = clean.toString().strip();
        return name.isEmpty() ? "attachment" : name;
    }

    private static String contentId(String given) {
        return HeaderText.printable(given)
                .codePoints()
                .filter(point -> point > 32 && point < 127 && point != '<' && point != '>')
                .limit(MAX_NAME)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
