package io.godwit.sending.content;

import io.godwit.core.id.ContentId;
import java.util.Optional;

/**
 * A content with its texts in the form they are stored in: compressed or as they are.
 *
 * @param compressedTexts empty: the texts are stored as they are
 */
public record StoredContent(EmailContent content, Optional<CompressedTexts> compressedTexts) {

    /** Returns the content to be stored without compression. */
    public static StoredContent uncompressed(EmailContent content) {
        return new StoredContent(content, Optional.empty());
    }

    /** Returns the content to be stored compressed if that makes it small enough. */
    static StoredContent compressed(EmailContent content) {
        return new StoredContent(content, CompressedTexts.of(ContentTexts.of(content)));
    }

    /** Returns the id of the content. */
    public ContentId id() {
        return content.id();
    }

    boolean isCompressed() {
        return compressedTexts.isPresent();
    }

    /** Returns about how many bytes the content and its compressed texts take in memory. */
    public long bytes() {
        return content.bytes()
                + compressedTexts.map(compressed -> compressed.octets().length).orElse(0);
    }
}
