package io.godwit.delivery.tls;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.dns.DnsResolver;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the MTA-STS policies of domains. A policy is kept in the database for its age and used whatever becomes of its record and
 * its web server meanwhile; it is fetched anew when the id of the record changes, and once a day. Safe from any thread.
 */
final class StsResolver {

    private static final Logger LOG = LoggerFactory.getLogger(StsResolver.class);

    private static final Duration CACHED_FOR = Duration.ofMinutes(1);
    private static final int MAX_CACHED = 20_000;
    private static final int REFRESHES = 20;

    private final Vertx vertx;
    private final Database database;
    private final DnsResolver dns;
    private final StsPolicyFetcher fetcher;
    private final StsPolicyStore store = new StsPolicyStore();

    /** The look-up of each domain while it runs, and its result for a minute. */
    private final AsyncCache<String, DomainPolicy> domainToPolicy = Caffeine.newBuilder()
            .maximumSize(MAX_CACHED)
            .expireAfterWrite(CACHED_FOR)
            .buildAsync();

    StsResolver(Vertx vertx, Database database, DnsResolver dns, StsPolicyFetcher fetcher) {
        this.vertx = vertx;
        this.database = database;
        this.dns = dns;
        this.fetcher = fetcher;
    }

    /**
     * The policy of a domain.
     *
     * @param policy empty when it has none that is known
     * @param failure when it announces one that could not be fetched
     */
    record DomainPolicy(Optional<StsPolicy> policy, Optional<TlsResult> failure) {}

    /** Completes with the policy on the caller's context; fails while the database is away. */
    Future<DomainPolicy> find(String domain) {
        var found = domainToPolicy.get(
                domain, (name, executor) -> resolve(name).toCompletionStage().toCompletableFuture());
        return Future.fromCompletionStage(found, vertx.getOrCreateContext());
    }

    /** Forgets the result of the last look-up, so that the next one asks for a newer policy. */
    void evict(String domain) {
        domainToPolicy.synchronous().invalidate(domain);
    }

    private Future<DomainPolicy> resolve(String domain) {
        return store.find(database.workers(), domain).compose(stored -> dns.txt("_mta-sts." + domain)
                .map(found -> StsRecord.in(found.records()))
                .compose(record -> record.isPresent()
                        ? current(domain, record.get(), stored)
                        : Future.succeededFuture(new DomainPolicy(stored.policy(), Optional.empty()))));
    }

    private Future<DomainPolicy> current(String domain, StsRecord record, StoredStsPolicy stored) {
        var isCurrent = stored.policy().isPresent() && stored.id().equals(Optional.of(record.id()));
        if (isCurrent) {
            return Future.succeededFuture(new DomainPolicy(stored.policy(), Optional.empty()));
        }
        return stored.rests()
                ? Future.succeededFuture(afterFailure(stored, stored.failure()))
                : fetch(domain, record)
                        .map(policy -> new DomainPolicy(Optional.of(policy), Optional.empty()))
                        .recover(failed -> failed instanceof StsPolicyFetcher.FetchException none
                                ? Future.succeededFuture(afterFailure(stored, Optional.of(none.result())))
                                : Future.failedFuture(failed));
    }

    private static DomainPolicy afterFailure(StoredStsPolicy stored, Optional<TlsResult> failure) {
        return new DomainPolicy(stored.policy(), stored.policy().isPresent() ? Optional.empty() : failure);
    }

    /** Fetches a policy and keeps it, or keeps the failure. */
    private Future<StsPolicy> fetch(String domain, StsRecord record) {
        return fetcher.fetch(domain)
                .recover(failed -> keepFailure(domain, failed))
                .compose(file -> {
                    var policy = StsPolicy.parse(file).orElseThrow();
                    return store.save(database.workers(), domain, record.id(), file, policy.maxAge())
                            .map(policy);
                });
    }

    private Future<String> keepFailure(String domain, Throwable failed) {
        if (!(failed instanceof StsPolicyFetcher.FetchException none)) {
            return Future.failedFuture(failed);
        }
        LOG.atInfo()
                .addKeyValue("domain", domain)
                .addKeyValue("reason", none.getMessage())
                .log("The MTA-STS policy of a domain could not be fetched");
        return store.saveFailure(database.workers(), domain, none.result())
                .compose(ignored -> Future.failedFuture(none));
    }

    /** Fetches policies that are a day old again; one that cannot be fetched is kept and tried an hour later. */
    Future<Next> refresh() {
        return store.claimDue(database.workers(), REFRESHES).compose(due -> {
            var refreshed = due.stream().map(this::refresh).toList();
            return (refreshed.isEmpty() ? Future.succeededFuture() : Future.join(refreshed))
                    .otherwiseEmpty()
                    .compose(ignored -> due.isEmpty() ? store.deleteOld(database.workers()) : Future.succeededFuture())
                    .map(ignored -> due.size() == REFRESHES ? Next.MORE : Next.IDLE);
        });
    }

    private Future<Void> refresh(String domain) {
        return dns.txt("_mta-sts." + domain)
                .map(found -> StsRecord.in(found.records()))
                .compose(record -> record.isPresent() ? fetch(domain, record.get()) : Future.succeededFuture())
                .onSuccess(ignored -> evict(domain))
                .mapEmpty();
    }
}
