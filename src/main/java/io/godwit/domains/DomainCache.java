package io.godwit.domains;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.BatchLoader;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Caches domains with their parsed keys for a few seconds, because every send call and every email reads them. Only
 * verified domains are cached, so a new one works at once; and which verified domain a name below it is covered by.
 */
final class DomainCache {

    /** The lifetime of an entry. A message evicts it at once when the domain changes; this is for a lost one. */
    private static final Duration TRUST = Duration.ofSeconds(5);

    /** The maximum number of entries of some 3 KB each. */
    private static final long MAX_ENTRIES = 10_000;

    private final boolean includeSubdomains;
    private final BatchLoader<DomainName, SendingDomain> loader;
    private final Cache<DomainName, Future<Optional<SendingDomain>>> nameToDomain = Caffeine.newBuilder()
            .maximumSize(MAX_ENTRIES)
            .expireAfterWrite(TRUST)
            .build();

    private final Cache<DomainName, DomainName> belowToAbove = Caffeine.newBuilder()
            .maximumSize(MAX_ENTRIES)
            .expireAfterWrite(TRUST)
            .build();

    /** The number of evictions so far; guarded by this object. */
    private long evictions;

    /** @param includeSubdomains true: a verified domain may send for the names below it */
    DomainCache(
            Vertx vertx,
            boolean includeSubdomains,
            Function<Set<DomainName>, Future<Map<DomainName, SendingDomain>>> load) {
        this.includeSubdomains = includeSubdomains;
        this.loader = new BatchLoader<>(vertx, names -> {
            var before = evictions();
            return load.apply(names).onSuccess(found -> cache(found, before));
        });
    }

    private synchronized long evictions() {
        return evictions;
    }

    /** Finds the verified domain that covers a sender's domain: itself, or the nearest above. */
    Future<Optional<SendingDomain>> verified(DomainName name) {
        var above = Optional.ofNullable(belowToAbove.getIfPresent(name)).flatMap(this::cached);
        return above.isPresent()
                ? above.get()
                : find(name)
                        .map(found -> found.filter(SendingDomain::verified))
                        .compose(exact -> exact.isPresent() || !includeSubdomains
                                ? Future.succeededFuture(exact)
                                : verifiedAbove(name));
    }

    private Future<Optional<SendingDomain>> verifiedAbove(DomainName name) {
        var names = DomainNameParser.above(name.domain()).stream()
                .map(domain -> new DomainName(name.project(), domain))
                .toList();
        var found = names.stream().map(this::find).toList();
        return Future.all(found).map(ignored -> IntStream.range(0, names.size())
                .filter(at ->
                        found.get(at).result().filter(SendingDomain::verified).isPresent())
                .boxed()
                .findFirst()
                .flatMap(nearest -> {
                    belowToAbove.put(name, names.get(nearest));
                    return found.get(nearest).result();
                }));
    }

    private Optional<Future<Optional<SendingDomain>>> cached(DomainName name) {
        return Optional.ofNullable(nameToDomain.getIfPresent(name));
    }

    Future<Optional<SendingDomain>> find(DomainName name) {
        return cached(name).orElseGet(() -> loader.find(name));
    }

    /** Evicts a domain that has changed; an answer that is still on its way from the database is not cached either. */
    synchronized void evict(DomainName name) {
        evictions++;
        nameToDomain.invalidate(name);
        belowToAbove.invalidate(name);
    }

    private synchronized void cache(Map<DomainName, SendingDomain> found, long before) {
        if (evictions == before) {
            found.forEach(this::cache);
        }
    }

    private void cache(DomainName name, SendingDomain domain) {
        if (domain.verified()) {
            nameToDomain.put(name, Future.succeededFuture(Optional.of(domain)));
        }
    }
}
