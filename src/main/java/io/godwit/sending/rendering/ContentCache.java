package io.godwit.sending.rendering;

import com.github.benmanes.caffeine.cache.Cache;
import io.godwit.core.MicroBatcher;
import io.godwit.core.id.ContentId;
import io.godwit.db.Database;
import io.godwit.sending.attempt.EmailAttempt;
import io.godwit.sending.content.EmailContent;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Caches contents by id, read in groups: the thousand emails of one call read theirs once. A content never changes, so no entry
 * becomes stale.
 *
 * <p>All its state belongs to the context it is used on.
 */
public final class ContentCache {

    private static final long CACHE_BYTES = 32L << 20;

    private static final int MAX_BATCH_SIZE = 64;

    private final Database database;
    private final ContentStore store;
    private final Cache<ContentId, EmailContent> cache =
            UsedContents.cache(CACHE_BYTES, (ignored, content) -> bytes(content));
    private final MicroBatcher<ContentStore.Key, Optional<EmailContent>> loads;

    /** @param workers decompress large contents */
    public ContentCache(Vertx vertx, Database database, WorkerExecutor workers) {
        this.database = database;
        this.store = new ContentStore(workers);
        this.loads = new MicroBatcher<>(vertx, Duration.ofMillis(1), MAX_BATCH_SIZE, this::load);
    }

    /** Finds the content of an email; empty when it is deleted. */
    Future<Optional<EmailContent>> find(EmailAttempt email) {
        var cached = cache.getIfPresent(email.content());
        return cached != null
                ? Future.succeededFuture(Optional.of(cached))
                : loads.add(new ContentStore.Key(email.claimed().project(), email.content()));
    }

    private Future<List<Optional<EmailContent>>> load(List<ContentStore.Key> wanted) {
        return store.load(database.workers(), List.copyOf(new HashSet<>(wanted)))
                .onSuccess(cache::putAll)
                .map(found -> wanted.stream()
                        .map(key -> Optional.ofNullable(found.get(key.id())))
                        .toList());
    }

    private static int bytes(EmailContent content) {
        return (int) Math.min(Integer.MAX_VALUE, content.bytes() + 512);
    }
}
