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
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Tells how many emails to a destination this node may hold now, by the limits of the destination's site from all sources of the
 * node.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class DestinationCapacity {

    /** Sites whose limits are known without looking up their hosts again. */
    private static final int MAX_SITES = 100_000;

    private final TrafficShaper shaper;
    private final DestinationRegistry destinations;
    private final SourceSelector sources;
    private final Clock clock;
    private final Cache<String, ShapedSite> nameToSite =
            Caffeine.newBuilder().maximumSize(MAX_SITES).build();

    DestinationCapacity(TrafficShaper shaper, DestinationRegistry destinations, SourceSelector sources, Clock clock) {
        this.shaper = shaper;
        this.destinations = destinations;
        this.sources = sources;
        this.clock = clock;
    }

    /** Returns the site of an email that asks for a connection. */
    ShapedSite started(DeliveryRequest request, MailRoute route) {
        var site = shaper.rules().siteOf(request.domain(), route.hostNames());
        nameToSite.put(site.name(), site);
        destinations.started(request.domain(), site.name());
        return site;
    }

    /** Notes that the email has to wait for its site, for a cause that lasts. */
    void waited(DeliveryRequest request, ShapedSite site) {
        destinations.waited(request.domain(), site.name());
    }

    /** Returns the site of this name, whether emails went to it or not. */
    ShapedSite site(String name) {
        return nameToSite.get(name, shaper.rules()::siteNamed);
    }

    /**
     * Returns the max number of emails to a destination that this node may hold now: 0 while its site takes none, 1 while this node does
     * not know the limits of its site, so that one email finds them out.
     *
     * @param lane of the emails
     */
    int capacity(short destination, int lane) {
        var site = destinations.site(destination).flatMap(name -> Optional.ofNullable(nameToSite.getIfPresent(name)));
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

    /** Returns the destinations to which nothing leaves from any source of this node now, for a cause that lasts. */
    List<SuspendedDestination> suspended() {
        var now = clock.instant();
        return destinations.numberToSite().entrySet().stream()
                .flatMap(named -> suspended(named.getKey(), named.getValue(), now).stream())
                .toList();
    }

    private Optional<SuspendedDestination> suspended(short number, String site, Instant now) {
        var states = sources.usable().stream()
                .map(source -> new ShapingKey(source.name(), site))
                .filter(shaper::isKnown)
                .map(key -> shaper.findHold(key, now)
                        .filter(permit -> permit.hold().filter(Hold::isLasting).isPresent()))
                .toList();
        return states.stream().allMatch(Optional::isPresent)
                ? states.stream()
                        .flatMap(Optional::stream)
                        .min(Comparator.comparing(StartPermit::notBefore))
                        .map(permit -> new SuspendedDestination(
                                number, permit.hold().map(Hold::sentence).orElse(""), permit.notBefore()))
                : Optional.empty();
    }
}
