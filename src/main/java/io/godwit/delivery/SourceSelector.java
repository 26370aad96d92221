package io.godwit.delivery;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.delivery.egress.ConnectionPool;
import io.godwit.delivery.egress.EgressSource;
import io.godwit.delivery.egress.SourceLeases;
import io.godwit.delivery.shaping.ShapedSite;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Chooses the egress sources that an email may leave from, among those whose lease this node holds.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class SourceSelector {

    /** The time the emails of a project keep their source at a site, so that its reputation forms there. */
    private static final Duration STICKY = Duration.ofHours(1);

    /** Max sources kept for projects. */
    private static final int MAX_STICKY = 100_000;

    private record StickyKey(UUID project, String site, String pool) {}

    private final DeliveryChoices choices;
    private final ConnectionPool connections;
    private final Cache<StickyKey, String> sticky = Caffeine.newBuilder()
            .maximumSize(MAX_STICKY)
            .expireAfterWrite(STICKY)
            .build();
    private Optional<SourceLeases> leases = Optional.empty();

    SourceSelector(DeliveryChoices choices, ConnectionPool connections) {
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
        return leases.filter(held -> held.isUsable(source.name())).isPresent();
    }

    /** Returns the sources that only other nodes may send from. */
    Collection<String> foreign() {
        return leases.map(SourceLeases::foreign).orElse(Set.of());
    }

    /** Returns the sources the email may leave from: that of its first attempt, else those of its pool, the best first. */
    List<EgressSource> candidates(DeliveryRequest request, ShapedSite site) {
        var first = usable().stream()
                .filter(source -> request.source().equals(Optional.of(source.name())))
                .toList();
        if (!first.isEmpty()) {
            return first;
        }
        var pool = pool(request);
        var last = Optional.ofNullable(sticky.getIfPresent(new StickyKey(request.project(), site.name(), pool)));
        return usable().stream()
                .filter(source -> source.pool().equals(pool))
                .sorted(Comparator.comparing((EgressSource source) -> !last.equals(Optional.of(source.name())))
                        .thenComparing(source -> connections.size(source.name())))
                .toList();
    }

    private String pool(DeliveryRequest request) {
        return choices.pool(request.project(), request.senderDomain(), request.emailClass());
    }

    /** Notes that the email leaves from the source; the next ones of its project to the site prefer it. */
    void used(DeliveryRequest request, ShapedSite site, EgressSource source) {
        sticky.put(new StickyKey(request.project(), site.name(), pool(request)), source.name());
    }

    /** Gives the sources up, so that another node can take them at once. */
    Future<Void> release() {
        return leases.map(SourceLeases::release).orElseGet(Future::succeededFuture);
    }
}
