package io.godwit.delivery;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.delivery.egress.EgressSource;
import io.godwit.delivery.routing.MailRoute;
import io.godwit.delivery.shaping.Hold;
import io.godwit.delivery.shaping.ShapedSite;
import io.godwit.delivery.shaping.ShapingKey;
import io.godwit.delivery.shaping.StartPermit;
import io.godwit.delivery.shaping.TrafficRequest;
import io.godwit.delivery.shaping.TrafficShaper;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Tells how many emails to a site this node may have claimed now, by the limits of the site from all sources of the node.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class SiteCapacity {

    /** Sites whose limits are known without looking up their hosts again. */
    private static final int MAX_SITES = 100_000;

    private final TrafficShaper shaper;
    private final SiteRegistry registry;
    private final SourceSelector sources;
    private final Clock clock;
    private final Cache<String, ShapedSite> nameToSite =
            Caffeine.newBuilder().maximumSize(MAX_SITES).build();

    SiteCapacity(TrafficShaper shaper, SiteRegistry registry, SourceSelector sources, Clock clock) {
        this.shaper = shaper;
        this.registry = registry;
        this.sources = sources;
        this.clock = clock;
    }

    /** Returns the site of an email that asks for a connection. */
    ShapedSite started(DeliveryRequest request, MailRoute route) {
        var site = shaper.rules().siteOf(request.domain(), route.hostNames());
        nameToSite.put(site.name(), site);
        registry.started(request.domain(), site.name());
        return site;
    }

    /** Notes that the email has to wait for its site, for a cause that lasts. */
    void waited(DeliveryRequest request, ShapedSite site) {
        registry.waited(request.domain(), site.name());
    }

    /** Returns the site of this name, whether emails went to it or not. */
    ShapedSite site(String name) {
        return nameToSite.get(name, shaper.rules()::siteNamed);
    }

    /**
     * Returns the max number of emails to a site that this node may have claimed now: 0 while the site takes none, 1 while this node does
     * not know its limits, so that one email finds them out.
     *
     * @param number of the site
     * @param lane of the emails
     */
    int capacity(short number, int lane) {
        var site = registry.site(number).flatMap(name -> Optional.ofNullable(nameToSite.getIfPresent(name)));
        if (site.isEmpty()) {
            return 1;
        }
        var now = clock.instant();
        return sources.usable().stream()
                .mapToInt(source -> capacity(source, site.get(), lane, now))
                .sum();
    }

    /** Twice as many as fit on the connections: the others wait there, or their ends are being recorded. */
    private int capacity(EgressSource source, ShapedSite site, int lane, Instant now) {
        var overlap = sources.overlap(source, site);
        return Math.min(
                shaper.available(source.name(), site, new TrafficRequest(lane, "", overlap), now),
                2 * (site.limits().connections() + overlap));
    }

    /** Returns the sites with a number to which nothing leaves from any source of this node now, for a cause that lasts. */
    List<SuspendedSite> suspended() {
        var now = clock.instant();
        return registry.numberToSite().entrySet().stream()
                .flatMap(named -> suspended(named.getKey(), named.getValue(), now).stream())
                .toList();
    }

    private Optional<SuspendedSite> suspended(short number, String site, Instant now) {
        var keys = sources.usable().stream()
                .map(source -> new ShapingKey(source.name(), site))
                .filter(shaper::isKnown)
                .toList();
        var states = keys.stream()
                .map(key -> shaper.findHold(key, now)
                        .filter(permit -> permit.hold().filter(Hold::isLasting).isPresent()))
                .toList();
        return states.stream().allMatch(Optional::isPresent)
                ? states.stream()
                        .flatMap(Optional::stream)
                        .min(Comparator.comparing(StartPermit::notBefore))
                        .map(permit -> new SuspendedSite(
                                number,
                                permit.hold().map(Hold::sentence).orElse(""),
                                permit.notBefore(),
                                suspendedFor(keys, now)))
                : Optional.empty();
    }

    private Duration suspendedFor(List<ShapingKey> keys, Instant now) {
        return keys.stream()
                .map(key -> shaper.suspendedFor(key, now))
                .min(Duration::compareTo)
                .orElse(Duration.ZERO);
    }
}
