package io.godwit.smtp;

import java.util.Optional;

/**
 * A file sent along.
 *
 * @param contentType a media type, {@code type/subtype}, parameters allowed
 * @param inline shown in the HTML body by {@code cid:}; needs a {@code contentId}
 * @param contentId without its brackets
 */
public record Attachment(
        String filename, String contentType, boolean inline, Optional<String> contentId, byte[] bytes) {}
