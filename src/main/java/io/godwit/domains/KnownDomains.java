package io.godwit.domains;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.Lookups;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Domains and their parsed keys, remembered for a few seconds: every send and every mail asks. Only verified
 * ones are remembered, so a new one works at once.
 */
final class KnownDomains {

    /** A notice says so at once when something changes; this is for a lost one. */
    private static final Duration TRUST = Duration.ofSeconds(5);

    /** Some 3 KB each. */
    private static final long MOST = 10_000;

    private final Lookups<DomainName, SendingDomain> lookups;
    private final Cache<DomainName, Future<Optional<SendingDomain>>> nameToDomain =
            Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(TRUST).build();

    KnownDomains(Vertx vertx, Function<Set<DomainName>, Future<Map<DomainName, SendingDomain>>> load) {
        this.lookups = new Lookups<>(vertx, names -> load.apply(names).onSuccess(this::remember));
    }

    Future<Optional<SendingDomain>> find(DomainName name) {
        var known = nameToDomain.getIfPresent(name);
        return known == null ? lookups.find(name) : known;
    }

    void forget(DomainName name) {
        nameToDomain.invalidate(name);
    }

    private void remember(Map<DomainName, SendingDomain> found) {
        found.forEach(this::remember);
    }

    private void remember(DomainName name, SendingDomain domain) {
        if (domain.verified()) {
            nameToDomain.put(name, Future.succeededFuture(Optional.of(domain)));
        }
    }
}
