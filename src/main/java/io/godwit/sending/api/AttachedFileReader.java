package io.godwit.sending.api;

import io.godwit.core.SingleLine;
import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks and decodes the {@code attachments} of a request. */
final class AttachedFileReader {

    private static final int MAX_COUNT = 10;
    private static final int MAX_TEXT = 255;
    /** Total bytes of all files, decoded. */
    private static final long MAX_TOTAL = 10L << 20;
    /**
     * Total characters before decoding: a third more than bytes, and the line breaks of encoders that wrap; beyond, nothing is
     * decoded.
     */
    private static final long MAX_ENCODED = 15L << 20;

    /** A media type (RFC 2045 §5.1); parameters as in {@code text/calendar; method=REQUEST}. */
    private static final Pattern MEDIA_TYPE = Pattern.compile("[A-Za-z0-9!#$&^_.+-]{1,127}/[A-Za-z0-9!#$&^_.+-]{1,127}"
            + "( *; *[A-Za-z0-9!#$&^_.+-]+=([A-Za-z0-9!#$&^_.+-]+|\"[\\x20-\\x7e&&[^\"\\\\]]*\"))*+");

    private static final Pattern MESSAGE = Pattern.compile("(?i)message/rfc822 *(;|$)");

    /** A {@code msg-id} (RFC 5322 §3.6.4) without brackets; printable ASCII keeps it one token in a {@code cid:} link. */
    private static final Pattern CONTENT_ID = Pattern.compile("[\\x21-\\x7e&&[^<>\"]]{1,255}");

    private AttachedFileReader() {}

    /** Returns the number of characters to decode; more than a few thousand do not belong on an event loop. */
    static long encodedCharacters(JsonBody body, String field) {
        return body.raw(field) instanceof List<?> list
                ? list.stream().mapToLong(AttachedFileReader::encodedCharacters).sum()
                : 0;
    }

    private static long encodedCharacters(@Nullable Object item) {
        return item instanceof Map<?, ?> file && file.get("content") instanceof String text ? text.length() : 0;
    }

    static List<AttachedFile> read(JsonBody body, String field) {
        body.expects(field, MemberType.list(MemberType.object("AttachedFile", AttachedFileReader::file), 0, MAX_COUNT));
        var list = body.optionalList(field).orElse(List.of());
        if (list.size() > MAX_COUNT) {
            body.issue(field, "too_big", "Array must contain at most " + MAX_COUNT + " element(s)");
            return List.of();
        }
        if (encodedCharacters(body, field) > MAX_ENCODED) {
            return tooLarge(body, field);
        }
        var files = new ArrayList<AttachedFile>();
        for (var at = 0; at < list.size(); at++) {
            item(body, field + "." + at, list.get(at)).ifPresent(files::add);
        }
        var bytes = files.stream().mapToLong(file -> file.bytes().length).sum();
        return bytes > MAX_TOTAL ? tooLarge(body, field) : files;
    }

    private static List<AttachedFile> tooLarge(JsonBody body, String field) {
        body.issue(field, "custom", "Attachments may have 10 MB in all");
        return List.of();
    }

    @SuppressWarnings("unchecked")
    private static Optional<AttachedFile> item(JsonBody body, String field, @Nullable Object value) {
        if (value instanceof Map<?, ?> members) {
            return Optional.of(file(body.child(field, (Map<String, @Nullable Object>) members)));
        }
        body.wrongType(field, "object", value);
        return Optional.empty();
    }

    private static AttachedFile file(JsonBody file) {
        var filename = filename(file);
        var type = mediaType(file, MemberAliases.presentName(file, "contentType", "content_type", "type"));
        var inline = inline(file);
        var idField = MemberAliases.presentName(file, "contentId", "content_id");
        var contentId = contentId(file, idField);
        if (inline.orElse(false) && !file.has(idField)) {
            file.issue("contentId", "custom", "An inline attachment needs a contentId");
        }
        return new AttachedFile(filename, type, inline, contentId, Base64Decoder.decode(file, "content"));
    }

    private static String filename(JsonBody file) {
        var name = file.text("filename", 1, MAX_TEXT);
        if (!SingleLine.is(name)) {
            file.issue("filename", "invalid_string", "A file name must not contain line breaks or control characters");
        }
        return FileNameCleaner.withoutFolders(name);
    }

    private static String mediaType(JsonBody file, String field) {
        var type = file.text(field, 1, MAX_TEXT);
        if (!type.isEmpty() && !MEDIA_TYPE.matcher(type).matches()) {
            file.issue(field, "invalid_string", "Expected a media type such as image/png or text/csv; charset=utf-8");
        } else if (isComposite(type)) {
            file.issue(
                    field,
                    "invalid_string",
                    "Only a whole message (message/rfc822) is attached as such; use application/octet-stream");
        }
        return type;
    }

    /**
     * Returns whether email programs parse content of this type (RFC 2046 §5); false for a whole message, which is what an
     * {@code .eml} file is.
     */
    private static boolean isComposite(String type) {
        return type.regionMatches(true, 0, "multipart/", 0, 10)
                || (type.regionMatches(true, 0, "message/", 0, 8)
                        && !MESSAGE.matcher(type).lookingAt());
    }

    private static Optional<Boolean> inline(JsonBody file) {
        var disposition = file.optionalText("disposition", 0, MAX_TEXT);
        if (disposition.isPresent()
                && !disposition.get().equals("attachment")
                && !disposition.get().equals("inline")) {
            file.issue("disposition", "invalid_enum_value", "Expected one of [attachment, inline]");
        }
        return disposition.map("inline"::equals);
    }

    private static Optional<String> contentId(JsonBody file, String field) {
        var contentId = file.optionalText(field, 1, MAX_TEXT);
        if (contentId.isPresent() && !CONTENT_ID.matcher(contentId.get()).matches()) {
            file.issue(field, "invalid_string", "A contentId has printable ASCII characters other than < > and quotes");
        }
        return contentId;
    }
}
