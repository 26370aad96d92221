package io.godwit.sending.rendering;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import com.github.benmanes.caffeine.cache.Ticker;
import com.github.benmanes.caffeine.cache.Weigher;
import java.time.Duration;

/** Makes caches of contents whose entries go when no email has used them for a minute: a content of one email is used once. */
final class UsedContents {

    /** A content that is wanted again later is read again with one statement. */
    static final Duration UNUSED = Duration.ofMinutes(1);

    private UsedContents() {}

    /** @param maxBytes the sum of the weights, beyond which the entries used least go earlier */
    static <K, V> Cache<K, V> cache(long maxBytes, Weigher<K, V> bytes) {
        return cache(maxBytes, bytes, Ticker.systemTicker(), Scheduler.systemScheduler());
    }

    /** @param scheduler removes entries from a cache that nobody uses */
    static <K, V> Cache<K, V> cache(long maxBytes, Weigher<K, V> bytes, Ticker ticker, Scheduler scheduler) {
        return Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher(bytes)
                .expireAfterAccess(UNUSED)
                .ticker(ticker)
                .scheduler(scheduler)
                .build();
    }
}
