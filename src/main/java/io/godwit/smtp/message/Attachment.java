package io.godwit.smtp.message;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A file attached to an email.
 *
 * @param contentType a media type, {@code type/subtype}, parameters allowed
 * @param inline shown in the HTML body by {@code cid:}; needs a {@code contentId}
 * @param contentId without its brackets
 */
public record Attachment(
        String filename, String contentType, boolean inline, Optional<String> contentId, byte[] bytes) {

    /** Returns the {@code Content-Disposition} of a download of that name (RFC 6266 §4.3). */
    public static String disposition(String filename) {
        return "attachment; filename*=UTF-8''" + encoded(filename);
    }

    /** Returns the text percent-encoded (RFC 3986 §2.1), blanks too. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A");
    }
}
