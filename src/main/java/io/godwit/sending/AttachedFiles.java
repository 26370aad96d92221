package io.godwit.sending;

import io.godwit.core.SingleLine;
import io.godwit.smtp.Attachment;
import io.godwit.web.Body;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The {@code attachments} of a request, checked and decoded. */
final class AttachedFiles {

    private static final int MAX_COUNT = 10;
    private static final int MAX_TEXT = 255;
    /** Bytes of all files together, decoded. */
    private static final long MAX_TOTAL = 10L << 20;
    /** Characters: a third more than bytes, and the line breaks of encoders that wrap; beyond, nothing is decoded at all. */
    private static final long MAX_ENCODED = 15L << 20;

    /** RFC 2045 §5.1; parameters as in {@code text/calendar; method=REQUEST}. */
    private static final Pattern MEDIA_TYPE = Pattern.compile("[A-Za-z0-9!#$&^_.+-]{1,127}/[A-Za-z0-9!#$&^_.+-]{1,127}"
            + "( *; *[A-Za-z0-9!#$&^_.+-]+=([A-Za-z0-9!#$&^_.+-]+|\"[\\x20-\\x7e&&[^\"\\\\]]*\"))*+");

    /** RFC 5322 §3.6.4 {@code msg-id} without brackets; printable ASCII keeps it one token in a {@code cid:} link. */
    private static final Pattern CONTENT_ID = Pattern.compile("[\\x21-\\x7e&&[^<>\"]]{1,255}");

    private AttachedFiles() {}

    /** How many characters wait to be decoded; more than a few thousand do not belong on an event loop. */
    static long encodedCharacters(Body body, String field) {
        return body.raw(field) instanceof List<?> list
                ? list.stream().mapToLong(AttachedFiles::encodedCharacters).sum()
                : 0;
    }

    private static long encodedCharacters(@Nullable Object item) {
        return item instanceof Map<?, ?> file && file.get("content") instanceof String text ? text.length() : 0;
    }

    static List<Attachment> read(Body body, String field) {
        var list = body.optionalList(field).orElse(List.of());
        if (list.size() > MAX_COUNT) {
            body.issue(field, "too_big", "Array must contain at most " + MAX_COUNT + " element(s)");
            return List.of();
        }
        if (encodedCharacters(body, field) > MAX_ENCODED) {
            return tooLarge(body, field);
        }
        var files = new ArrayList<Attachment>();
        for (var at = 0; at < list.size(); at++) {
            item(body, field + "." + at, list.get(at)).ifPresent(files::add);
        }
        var bytes = files.stream().mapToLong(file -> file.bytes().length).sum();
        return bytes > MAX_TOTAL ? tooLarge(body, field) : files;
    }

    private static List<Attachment> tooLarge(Body body, String field) {
        body.issue(field, "custom", "Attachments may have 10 MB in all");
        return List.of();
    }

    @SuppressWarnings("unchecked")
    private static Optional<Attachment> item(Body body, String field, @Nullable Object value) {
        if (value instanceof Map<?, ?> members) {
            return Optional.of(file(body.child(field, (Map<String, @Nullable Object>) members)));
        }
        body.wrongType(field, "object", value);
        return Optional.empty();
    }

    private static Attachment file(Body file) {
        var filename = filename(file);
        var type = mediaType(file);
        var inline = isInline(file);
        var contentId = contentId(file);
        if (inline && !file.has("contentId")) {
            file.issue("contentId", "custom", "An inline attachment needs a contentId");
        }
        return new Attachment(filename, type, inline, contentId, Base64Text.decode(file, "content"));
    }

    private static String filename(Body file) {
        var name = file.text("filename", 1, MAX_TEXT);
        if (!SingleLine.is(name) || name.indexOf('"') >= 0) {
            file.issue(
                    "filename",
                    "invalid_string",
                    "A file name must not contain quotes, line breaks or control characters");
        }
        return FileNames.withoutFolders(name);
    }

    private static String mediaType(Body file) {
        var type = file.text("contentType", 1, MAX_TEXT);
        if (!type.isEmpty() && !MEDIA_TYPE.matcher(type).matches()) {
            file.issue(
                    "contentType",
                    "invalid_string",
                    "Expected a media type such as image/png or text/csv; charset=utf-8");
        } else if (isComposite(type)) {
            file.issue(
                    "contentType",
                    "invalid_string",
                    "A message or multipart cannot be attached as such; use application/octet-stream");
        }
        return type;
    }

    /** Types whose content readers take apart as mail of its own (RFC 2046 §5). */
    private static boolean isComposite(String type) {
        return type.regionMatches(true, 0, "message/", 0, 8) || type.regionMatches(true, 0, "multipart/", 0, 10);
    }

    private static boolean isInline(Body file) {
        var disposition = file.optionalText("disposition", 0, MAX_TEXT).orElse("attachment");
        if (!disposition.equals("attachment") && !disposition.equals("inline")) {
            file.issue("disposition", "invalid_enum_value", "Expected one of [attachment, inline]");
        }
        return disposition.equals("inline");
    }

    private static Optional<String> contentId(Body file) {
        var contentId = file.optionalText("contentId", 1, MAX_TEXT);
        if (contentId.isPresent() && !CONTENT_ID.matcher(contentId.get()).matches()) {
            file.issue(
                    "contentId",
                    "invalid_string",
                    "A contentId has printable ASCII characters other than < > and quotes");
        }
        return contentId;
    }
}
