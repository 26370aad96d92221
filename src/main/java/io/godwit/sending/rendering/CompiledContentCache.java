package io.godwit.sending.rendering;

import com.github.benmanes.caffeine.cache.Cache;
import io.godwit.core.id.ContentId;
import io.godwit.sending.content.EmailContent;
import io.godwit.templates.CompiledTemplate;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Caches compiled contents, so that the content of many emails is parsed once, and the prepared bodies of contents that many
 * emails have. A content never changes, so no entry becomes stale. Safe to use from any thread.
 */
public final class CompiledContentCache {

    /**
     * Compiled characters per character of source: about three for text that is nothing but placeholders, less for ordinary
     * text.
     */
    private static final int COMPILED_FACTOR = 3;

    /** The emails of one content that are composed before it is prepared: preparing costs as much as composing two or three. */
    private static final int EMAILS_BEFORE_PREPARED = 3;

    /** Compiled contents by {@link ContentId}, and prepared bodies by {@link BodyKey}; they share the bound. */
    private final Cache<Object, Entry> cache;

    private final long maxCached;

    /**
     * Creates a cache of about {@code maxCharacters} of source; a content larger than an eighth of it is compiled each time.
     */
    public CompiledContentCache(long maxCharacters) {
        this.cache = UsedContents.cache(maxCharacters * COMPILED_FACTOR, (ignored, entry) -> entry.bytes());
        this.maxCached = maxCharacters / 8;
    }

    /** An entry of a content. */
    private sealed interface Entry {

        int bytes();
    }

    /**
     * The compiled subject, body, caller's own plain text and headers of one content.
     *
     * @param emails the number of emails composed with it
     */
    record CompiledContent(
            CompiledTemplate subject,
            CompiledTemplate body,
            Optional<CompiledTemplate> text,
            HeaderTemplates headers,
            int bytes,
            AtomicInteger emails)
            implements Entry {}

    /** @param body empty when the body cannot be prepared */
    private record KnownBody(Optional<PreparedBody> body, int bytes) implements Entry {}

    /** @param base of the links, empty when they are not tracked */
    private record BodyKey(ContentId content, Optional<String> base) {}

    CompiledContent compiled(EmailContent content) {
        return characters(content) > maxCached
                ? compile(content)
                : (CompiledContent) cache.get(content.id(), ignored -> compile(content));
    }

    /**
     * The prepared body of a content; empty for the first emails of a content, for many contents have no others, and when values
     * could change how the body is read.
     *
     * @param base of the links, empty when they are not tracked
     */
    Optional<PreparedBody> prepared(
            EmailContent content, CompiledContent compiled, Optional<String> base, LinkTracker tracker) {
        if (characters(content) > maxCached || compiled.emails().incrementAndGet() <= EMAILS_BEFORE_PREPARED) {
            return Optional.empty();
        }
        return ((KnownBody)
                        cache.get(new BodyKey(content.id(), base), ignored -> prepare(compiled.body(), base, tracker)))
                .body();
    }

    private static KnownBody prepare(CompiledTemplate body, Optional<String> base, LinkTracker tracker) {
        var prepared = PreparedBody.of(body, base, tracker);
        return new KnownBody(prepared, prepared.map(PreparedBody::bytes).orElse(0) + 256);
    }

    private static int characters(EmailContent content) {
        return content.subject().length()
                + content.body().length()
                + content.text().map(String::length).orElse(0)
                + content.headers().stream()
                        .mapToInt(header -> header.value().length())
                        .sum();
    }

    private static CompiledContent compile(EmailContent content) {
        return new CompiledContent(
                CompiledTemplate.text(content.subject()),
                CompiledTemplate.html(content.body()),
                content.text().map(CompiledTemplate::text),
                HeaderTemplates.of(content.headers()),
                COMPILED_FACTOR * characters(content),
                new AtomicInteger());
    }
}
