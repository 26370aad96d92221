package io.godwit.sending.rendering;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.id.ContentId;
import io.godwit.sending.EmailContent;
import io.godwit.templates.CompiledTemplate;
import java.util.Optional;

/**
 * Caches compiled contents, so that the content of many emails is parsed once. A content never changes, so no entry becomes
 * stale. Safe to use from any thread.
 */
public final class CompiledContentCache {

    /**
     * Compiled characters per character of source: about three for text that is nothing but placeholders, less for ordinary
     * text.
     */
    private static final int COMPILED_FACTOR = 3;

    private final Cache<ContentId, CompiledContent> cache;
    private final long maxCached;

    /**
     * Creates a cache of about {@code maxCharacters} of source; a content larger than an eighth of it is compiled each time.
     */
    public CompiledContentCache(long maxCharacters) {
        this.cache = Caffeine.newBuilder()
                .maximumWeight(maxCharacters * COMPILED_FACTOR)
                .weigher((ContentId ignored, CompiledContent compiled) -> compiled.bytes())
                .build();
        this.maxCached = maxCharacters / 8;
    }

    /** The compiled subject, body and caller's own plain text of one content. */
    record CompiledContent(
            CompiledTemplate subject, CompiledTemplate body, Optional<CompiledTemplate> text, int bytes) {}

    CompiledContent compiled(EmailContent content) {
        return characters(content) > maxCached
                ? compile(content)
                : cache.get(content.id(), ignored -> compile(content));
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
