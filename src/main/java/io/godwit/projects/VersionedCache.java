package io.godwit.projects;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.BatchLoader;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Caches rows that every request needs, as long as {@link KeysVersion} trusts the version they were read under. While the
 * database is unavailable no entry is trusted, so everything fails with {@code SERVICE_UNAVAILABLE}: never a wrong yes,
 * never a wrong no. Safe to use from any context.
 */
final class VersionedCache<K, V> {

    private static final Logger LOG = LoggerFactory.getLogger(VersionedCache.class);

    /** The maximum number of entries, some 30 MB of keys. */
    private static final long MAX_ENTRIES = 100_000;

    /**
     * The maximum number of unknown keys. They are cached apart and briefly, so that made-up keys do not evict real ones.
     */
    private static final long MAX_UNKNOWN = 20_000;

    private static final Duration UNKNOWN_TTL = Duration.ofSeconds(2);
    private static final long DEADLINE_MILLIS = 2_000;

    private final Database database;
    private final KeysVersion version;
    private final Predicate<K> existing;
    private final BatchLoader<K, V> loader;
    private final BatchLoader<K, V> doubtfulLoader;
    private final Cache<K, Entry<V>> entries =
            Caffeine.newBuilder().maximumSize(MAX_ENTRIES).build();
    private final Cache<K, Boolean> unknown = Caffeine.newBuilder()
            .maximumSize(MAX_UNKNOWN)
            .expireAfterWrite(UNKNOWN_TTL)
            .build();

    /** One row with the version it was read under, as a completed future. */
    private record Entry<V>(long version, Future<Optional<V>> answer) {}

    /** The rows found, and the {@code keys_version} of the same snapshot. */
    record Found<K, V>(long version, Map<K, V> rows) {}

    VersionedCache(Vertx vertx, Database database, KeysVersion version, Function<Set<K>, Future<Found<K, V>>> load) {
        this(vertx, database, version, load, load, ignored -> true);
    }

    /**
     * A cache whose doubtful keys wait in a queue of their own, so that any number of made-up ones neither delays nor refuses a
     * key that exists.
     *
     * @param loadDoubtful loads the keys for which {@code existing} is false; it may be slow, which says nothing about the
     *     database
     * @param existing tells whether a key most likely exists; a wrong answer costs time and nothing else
     */
    VersionedCache(
            Vertx vertx,
            Database database,
            KeysVersion version,
            Function<Set<K>, Future<Found<K, V>>> load,
            Function<Set<K>, Future<Found<K, V>>> loadDoubtful,
            Predicate<K> existing) {
        this.database = database;
        this.version = version;
        this.existing = existing;
        this.loader = new BatchLoader<>(
                vertx, keys -> load(keys, load).onFailure(this::noteTimeout).recover(VersionedCache::unavailable));
        this.doubtfulLoader =
                new BatchLoader<>(vertx, keys -> load(keys, loadDoubtful).recover(VersionedCache::unavailable));
    }

    /** Finds a row; completes at once when it is cached and trusted. Empty when there is no such row. */
    Future<Optional<V>> find(K key) {
        var entry = entries.getIfPresent(key);
        if (entry != null && version.trusts(entry.version())) {
            return entry.answer();
        }
        if (entry == null && unknown.getIfPresent(key) != null) {
            return Future.succeededFuture(Optional.empty());
        }
        return existing.test(key) ? loader.find(key) : doubtfulLoader.find(key);
    }

    private Future<Map<K, V>> load(Set<K> keys, Function<Set<K>, Future<Found<K, V>>> load) {
        if (!database.availability().isUp()) {
            return Future.failedFuture(unavailable());
        }
        var requestedAt = version.now();
        return load.apply(keys)
                .timeout(DEADLINE_MILLIS, TimeUnit.MILLISECONDS)
                .map(found -> cache(keys, found, requestedAt));
    }

    private Map<K, V> cache(Set<K> keys, Found<K, V> found, long requestedAt) {
        version.read(found.version(), requestedAt);
        for (var key : keys) {
            var row = found.rows().get(key);
            if (row == null) {
                entries.invalidate(key);
                unknown.put(key, true);
            } else {
                entries.put(key, new Entry<>(found.version(), Future.succeededFuture(Optional.of(row))));
            }
        }
        return found.rows();
    }

    private void noteTimeout(Throwable error) {
        if (error instanceof TimeoutException) {
            database.availability().lost(error);
        }
    }

    private static <T> Future<T> unavailable(Throwable error) {
        if (error instanceof Failure) {
            return Future.failedFuture(error);
        }
        LOG.warn("Keys and projects cannot be looked up", error);
        return Future.failedFuture(unavailable());
    }

    private static Failure unavailable() {
        return Failure.later(Kind.SERVICE_UNAVAILABLE, "The database does not answer. Try again in a moment.", 1);
    }
}
