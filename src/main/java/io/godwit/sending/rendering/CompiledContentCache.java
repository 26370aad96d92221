package io.godwit.sending.rendering;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.id.ContentId;
import io.godwit.sending.EmailContent;
import io.godwit.templates.CompiledTemplate;
import java.util.Optional;

/**
 * Contents compiled, so that what many emails share is parsed once. A content never changes, so nothing here goes stale.
 * Safe to use from any thread.
 */
public final class CompiledContentCache {

    /** Text that is nothing but placeholders weighs some three times its characters once compiled; ordinary text less. */
    private static final int COMPILED_FACTOR = 3;

    private final Cache<ContentId, CompiledContent> cache;
    private final long maxCached;

    /** Keeps about {@code maxCharacters} of source; a content larger than an eighth of it is compiled each time. */
    public CompiledContentCache(long maxCharacters) {
        this.cache = Caffeine.newBuilder()
                .maximumWeight(maxCharacters * COMPILED_FACTOR)
                .weigher((ContentId id, CompiledContent wording) -> wording.weight())
                .build();
        this.maxCached = maxCharacters / 8;
    }

    /** Subject, body and the caller's own plain text of one content, ready to render. */
    record CompiledContent(
            CompiledTemplate subject, CompiledTemplate body, Optional<CompiledTemplate> text, int weight) {}

    CompiledContent compiled(EmailContent content) {
        return characters(content) > maxCached
                ? compile(content)
                : cache.get(content.id(), missing -> compile(content));
    }

    private static int characters(EmailContent content) {
        return content.subject().length()
                + content.body().length()
                + content.text().map(String::length).orElse(0);
    }

    private static CompiledContent compile(EmailContent content) {
        return new CompiledContent(
                CompiledTemplate.text(content.subject()),
                CompiledTemplate.html(content.body()),
                content.text().map(CompiledTemplate::text),
                COMPILED_FACTOR * characters(content));
    }
}
