package io.godwit.sending.api;

import io.godwit.smtp.message.Attachment;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A file in the {@code attachments} of a request.
 *
 * @param inline the requested {@code disposition}; empty when there is none
 */
record AttachedFile(
        String filename, String contentType, Optional<Boolean> inline, Optional<String> contentId, byte[] bytes) {

    /**
     * Returns the attachment of an email with this body: a file that the body shows by {@code cid:} is inline unless the
     * request says not.
     */
    Attachment in(String html) {
        var shown =
                inline.orElseGet(() -> contentId.filter(id -> shows(html, id)).isPresent());
        return new Attachment(filename, contentType, shown, contentId, bytes);
    }

    /** Returns whether the body has a {@code cid:} link with this id, written as it is or percent-encoded (RFC 2392 §2). */
    private static boolean shows(String html, String id) {
        return names(html, "cid:" + id)
                || names(
                        html,
                        "cid:" + URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20"));
    }

    /** Returns whether the body has exactly this link: {@code cid:logo} is not in {@code cid:logo2}. */
    private static boolean names(String html, String link) {
        for (var at = html.indexOf(link); at >= 0; at = html.indexOf(link, at + 1)) {
            var end = at + link.length();
            if (end == html.length() || " \t\r\n\"'>)&".indexOf(html.charAt(end)) >= 0) {
                return true;
            }
        }
        return false;
    }
}
