package io.godwit.delivery;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.delivery.egress.ConnectionPool;
import io.godwit.delivery.egress.EgressSource;
import io.godwit.delivery.egress.SourceLeases;
import io.godwit.delivery.shaping.ShapedSite;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Chooses the egress sources that an email may leave from, among those that this node has leased.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class SourceSelector {

    /** The time the emails of a project keep their source at a site, so that its reputation forms there. */
    private static final Duration STICKY = Duration.ofHours(1);

    /** The time after its first attempt in which an email leaves from no other source of its pool. */
    private static final Duration SOURCE_CHANGE_AFTER = Duration.ofHours(1);

    /** Max sources kept for projects. */
    private static final int MAX_STICKY = 100_000;

    private record StickyKey(UUID project, String site, String pool) {}

    private final DeliveryChoiceCache choices;
    private final ConnectionPool connections;
    private final Cache<StickyKey, String> sticky = Caffeine.newBuilder()
            .maximumSize(MAX_STICKY)
            .expireAfterWrite(STICKY)
            .build();
    private Optional<SourceLeases> leases = Optional.empty();

    SourceSelector(DeliveryChoiceCache choices, ConnectionPool connections) {
        this.choices = choices;
        this.connections = connections;
    }

    /** Uses these leases from now on; before, no source is usable. */
    void use(SourceLeases taken) {
        leases = Optional.of(taken);
    }

    /** Returns the sources this node may send from now. */
    List<EgressSource> usable() {
        return leases.map(SourceLeases::usable).orElse(List.of());
    }

    /** Returns the number of emails that may go behind others on the connections from the source to the site. */
    int overlap(EgressSource source, ShapedSite site) {
        return connections.overlap(site.from(source.name()));
    }

    boolean isUsable(EgressSource source) {
        return leases.filter(lease -> lease.isUsable(source.name())).isPresent();
    }

    /** Returns the sources that only other nodes may send from. */
    Collection<String> foreign() {
        return leases.map(SourceLeases::foreign).orElse(Set.of());
    }

    /**
     * Returns the sources the email may leave from, in groups; the next group is for the time in which all sources of the one before
     * fail at the site. The first one is the source of its last attempt, else the first of its pools, the best source first; an empty
     * group is a pool whose sources other nodes hold, behind which there is no other. An email that has a source is this node's; an hour
     * after its first attempt the others of its pool come next, not before, because receivers take one who changes the address
     * after each refusal for a spammer. One that may have been accepted already has no source but its own.
     */
    List<List<EgressSource>> candidates(DeliveryRequest request, ShapedSite site) {
        var groups = new ArrayList<List<EgressSource>>();
        var own = usable().stream()
                .filter(source -> request.source().equals(Optional.of(source.name())))
                .toList();
        var pools = pools(request);
        if (!own.isEmpty()) {
            groups.add(own);
            if (request.unclear()) {
                return groups;
            }
            var others = others(request, site, own.get(0));
            if (!others.isEmpty() && pools.contains(own.get(0).pool())) {
                groups.add(others);
            }
            pools = pools.subList(pools.indexOf(own.get(0).pool()) + 1, pools.size());
        }
        for (var pool : pools) {
            var sources = sources(request, site, pool);
            var foreign = sources.isEmpty() && isForeign(pool);
            if (!sources.isEmpty() || (foreign && own.isEmpty())) {
                groups.add(sources);
            }
            if (foreign) {
                break;
            }
        }
        return groups;
    }

    /** Returns the other sources of the pool that an email may leave from which was tried from {@code own}. */
    private List<EgressSource> others(DeliveryRequest request, ShapedSite site, EgressSource own) {
        return request.sinceFirstAttempt().compareTo(SOURCE_CHANGE_AFTER) < 0
                ? List.of()
                : sources(request, site, own.pool()).stream()
                        .filter(source -> !source.equals(own))
                        .toList();
    }

    private List<EgressSource> sources(DeliveryRequest request, ShapedSite site, String pool) {
        var last = Optional.ofNullable(sticky.getIfPresent(new StickyKey(request.project(), site.name(), pool)));
        return usable().stream()
                .filter(source -> source.pool().equals(pool))
                .sorted(Comparator.comparing((EgressSource source) -> !last.equals(Optional.of(source.name())))
                        .thenComparing(source -> connections.size(source.name())))
                .toList();
    }

    /** Returns whether a pool of the email has a source, be it one that this node is about to take or another node holds. */
    boolean hasSource(DeliveryRequest request) {
        return pools(request).stream()
                .anyMatch(pool -> leases.filter(lease -> lease.hasSource(pool)).isPresent());
    }

    private boolean isForeign(String pool) {
        return leases.filter(lease -> lease.isForeign(pool)).isPresent();
    }

    private List<String> pools(DeliveryRequest request) {
        return choices.pools(request.project(), request.senderDomain(), request.emailClass());
    }

    /** Notes that the email leaves from the source; the next ones of its project to the site prefer it in its pool. */
    void used(DeliveryRequest request, ShapedSite site, EgressSource source) {
        sticky.put(new StickyKey(request.project(), site.name(), source.pool()), source.name());
    }

    /** Gives the sources up, so that another node can take them at once. */
    Future<Void> release() {
        return leases.map(SourceLeases::release).orElseGet(Future::succeededFuture);
    }
}
