package io.godwit.dns;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.netty.handler.codec.dns.DnsRecordType;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Looks up names by recursive resolvers. Every answer is a {@link DnsAnswer}: no method here fails, and each completes
 * within {@link DnsSettings#lookupTimeout} on the caller's context. Answers are cached for their time to live, at least 30
 * s and at most 1 h; "unknown" for 5 s. Names are plain ASCII (A-labels), with or without the final dot.
 */
public final class DnsResolver extends DnsQueries {

    private static final int CACHED_ANSWERS = 20_000;

    /** The name servers of one zone that are asked at most. */
    private static final int MAX_OWNERS = 3;

    private static final List<DnsRecordType> TYPES = List.of(
            DnsRecordType.MX,
            DnsRecordType.TXT,
            DnsRecordType.CNAME,
            DnsRecordType.NS,
            DnsRecordType.SOA,
            DnsRecordType.A,
            DnsRecordType.AAAA,
            DnsRecordType.TLSA);

    private record QuestionKey(String name, DnsRecordType type) {}

    private final Vertx vertx;
    private final DnsSettings settings;
    private final UpstreamServers servers;
    private final QueryLimiter limiter;
    private final AsyncCache<QuestionKey, DnsReply> cache = Caffeine.newBuilder()
            .maximumSize(CACHED_ANSWERS)
            .expireAfter(Expiry.creating((QuestionKey ignored, DnsReply reply) -> reply.lifetime()))
            .buildAsync();

    public DnsResolver(Vertx vertx, DnsSettings settings) {
        this.vertx = vertx;
        this.settings = settings;
        this.servers = new UpstreamServers(settings);
        this.limiter = new QueryLimiter(settings.maxInFlight());
    }

    /**
     * Finds the name servers of the zone that contains {@code name}, to be asked directly. Empty when they cannot be found,
     * or have no public address.
     */
    public Future<Optional<DnsQueries>> zoneOf(String name) {
        var owner = normal(name);
        if (owner.indexOf('.') < 0) {
            return Future.succeededFuture(Optional.empty());
        }
        evict(owner);
        return ns(owner)
                .compose(hosts -> hosts.isFound()
                        ? addresses(hosts.records()).map(this::zone)
                        : hosts.isUnknown()
                                ? Future.succeededFuture(Optional.empty())
                                : zoneOf(owner.substring(owner.indexOf('.') + 1)));
    }

    private Future<List<InetSocketAddress>> addresses(List<String> hosts) {
        var answers = hosts.stream().limit(MAX_OWNERS).map(this::a).toList();
        return Future.all(answers).map(ignored -> answers.stream()
                .flatMap(answer -> answer.result().records().stream())
                .filter(address -> settings.privateZones() || PublicAddresses.isPublic(address))
                .limit(MAX_OWNERS)
                .map(address -> new InetSocketAddress(address, settings.zonePort()))
                .toList());
    }

    private Optional<DnsQueries> zone(List<InetSocketAddress> owners) {
        return owners.isEmpty()
                ? Optional.empty()
                : Optional.of(new AuthoritativeResolver((name, type) -> queryZone(owners, normal(name), type), this));
    }

    private Future<DnsAnswer<DnsRecordData>> queryZone(
            List<InetSocketAddress> owners, String name, DnsRecordType type) {
        var reply = limiter.query(settings.lookupTimeout(), () -> servers.queryZone(owners, name, type));
        return Future.fromCompletionStage(reply, vertx.getOrCreateContext()).map(DnsReply::lookup);
    }

    /** Evicts all cached answers, so that a requested check sees the records as they are now. */
    public void evictAll() {
        cache.synchronous().invalidateAll();
    }

    /** Evicts the cached answers of a name, so that a requested check sees the records as they are now. */
    public void evict(String name) {
        var owner = normal(name);
        cache.synchronous()
                .invalidateAll(
                        TYPES.stream().map(type -> new QuestionKey(owner, type)).toList());
    }

    /** Returns the resolvers that are asked. */
    public List<InetSocketAddress> servers() {
        return servers.addresses();
    }

    /** Completes when the sockets are closed. */
    public Future<Void> close() {
        Promise<Void> closed = Promise.promise();
        servers.close().addListener(ignored -> closed.complete());
        return closed.future();
    }

    @Override
    Future<DnsAnswer<DnsRecordData>> query(String name, DnsRecordType type) {
        return reply(name, type).map(DnsReply::lookup);
    }

    Future<DnsReply> reply(String name, DnsRecordType type) {
        var question = new QuestionKey(normal(name), type);
        var reply = cache.get(question, (key, ignored) -> fetch(key));
        return Future.fromCompletionStage(reply, vertx.getOrCreateContext());
    }

    private CompletableFuture<DnsReply> fetch(QuestionKey question) {
        return limiter.query(settings.lookupTimeout(), () -> servers.query(question.name(), question.type()));
    }

    private static String normal(String name) {
        return (name.endsWith(".") ? name.substring(0, name.length() - 1) : name).toLowerCase(Locale.ROOT);
    }
}
