package io.godwit.sending;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.ContentId;
import io.godwit.templates.Rendering;

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

    /** Subject and body of one content, ready to render. */
    record Wording(Rendering subject, Rendering body, int weight) {}

    Wording of(ContentId id, String subject, String body) {
        return subject.length() + body.length() > maxCached
                ? compile(subject, body)
                : cache.get(id, missing -> compile(subject, body));
    }

    private static Wording compile(String subject, String body) {
        return new Wording(
                Rendering.text(subject), Rendering.html(body), COMPILED_FACTOR * (subject.length() + body.length()));
    }
}
