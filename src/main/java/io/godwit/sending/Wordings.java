package io.godwit.sending;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.ContentId;
import io.godwit.templates.Rendering;
import java.util.Optional;

/**
 * Contents compiled, so that what many emails share is parsed once. A content never changes, so nothing here goes stale.
 * Safe to use from any thread.
 */
final class Wordings {

    /** Text that is nothing but placeholders weighs some three times its characters once compiled; ordinary text less. */
    private static final int COMPILED_FACTOR = 3;

    private final Cache<ContentId, Wording> cache;
    private final long maxCached;

    /** Keeps about {@code maxCharacters} of source; a content larger than an eighth of it is compiled each time. */
    Wordings(long maxCharacters) {
        this.cache = Caffeine.newBuilder()
                .maximumWeight(maxCharacters * COMPILED_FACTOR)
                .weigher((ContentId id, Wording wording) -> wording.weight())
                .build();
        this.maxCached = maxCharacters / 8;
    }

    /** Subject, body and the caller's own plain text of one content, ready to render. */
    record Wording(Rendering subject, Rendering body, Optional<Rendering> text, int weight) {}

    Wording of(Content content) {
        return characters(content) > maxCached
                ? compile(content)
                : cache.get(content.id(), missing -> compile(content));
    }

    private static int characters(Content content) {
        return content.subject().length()
                + content.body().length()
                + content.text().map(String::length).orElse(0);
    }

    private static Wording compile(Content content) {
        return new Wording(
                Rendering.text(content.subject()),
                Rendering.html(content.body()),
                content.text().map(Rendering::text),
                COMPILED_FACTOR * characters(content));
    }
}
