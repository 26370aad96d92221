package io.godwit.delivery;

import io.godwit.delivery.egress.ConnectionPool;
import io.godwit.delivery.egress.EgressSource;
import io.godwit.delivery.egress.HeldException;
import io.godwit.delivery.egress.LeasedConnection;
import io.godwit.delivery.routing.MailRoute;
import io.godwit.delivery.shaping.ShapedSite;
import io.godwit.delivery.shaping.TrafficRequest;
import io.godwit.delivery.shaping.TrafficShaper;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Leases an email a connection to a mail host of its domain, with the permit to send over it.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class DeliveryLeaser {

    /** The time until another node may have claimed an email whose pool has no source here. */
    private static final Duration NO_SOURCE = Duration.ofSeconds(5);

    private final TrafficShaper shaper;
    private final ConnectionPool connections;
    private final SourceSelector sources;
    private final SiteCapacity sites;
    private final TrafficReporter reporter;
    private final Clock clock;

    DeliveryLeaser(
            TrafficShaper shaper,
            ConnectionPool connections,
            SourceSelector sources,
            SiteCapacity sites,
            TrafficReporter reporter,
            Clock clock) {
        this.shaper = shaper;
        this.connections = connections;
        this.sources = sources;
        this.sites = sites;
        this.reporter = reporter;
        this.clock = clock;
    }

    /** Completes with a connection and the permit; fails with a {@link HeldException} when the email has to wait. */
    Future<LeasedDelivery> lease(DeliveryRequest request, MailRoute route) {
        var site = sites.started(request, route);
        var groups = sources.candidates(request, site);
        return groups.isEmpty() ? noSource(request) : lease(request, route, site, groups);
    }

    /** Only an email whose pools have no source on any node is given up for that after some days. */
    private Future<LeasedDelivery> noSource(DeliveryRequest request) {
        var sentence = "No egress source of its pool is in use here.";
        return Future.failedFuture(
                sources.hasSource(request)
                        ? new HeldException(NO_SOURCE, sentence)
                        : new HeldException(NO_SOURCE, sentence, false));
    }

    /** Goes on to the next group only where all sources of the first one fail at the site, which proves that it accepted nothing. */
    private Future<LeasedDelivery> lease(
            DeliveryRequest request, MailRoute route, ShapedSite site, List<List<EgressSource>> groups) {
        var now = clock.instant();
        var group = groups.get(0);
        var next = groups.subList(1, groups.size());
        var source = group.stream()
                .filter(candidate ->
                        shaper.available(candidate.name(), site, traffic(request, site, candidate), now) > 0)
                .findFirst();
        if (source.isPresent()) {
            return connect(request, route, site, source.get(), hasOtherPool(source.get(), next))
                    .recover(error -> error instanceof HeldException && !next.isEmpty() && isFailing(group, site)
                            ? lease(request, route, site, next)
                            : Future.failedFuture(error));
        }
        if (group.isEmpty()) {
            return noSource(request);
        }
        return next.isEmpty() || !isFailing(group, site)
                ? Future.failedFuture(held(request, site, group.get(0), now))
                : lease(request, route, site, next);
    }

    private static boolean hasOtherPool(EgressSource source, List<List<EgressSource>> next) {
        return next.stream()
                .anyMatch(group -> group.isEmpty() || !group.get(0).pool().equals(source.pool()));
    }

    private boolean isFailing(List<EgressSource> group, ShapedSite site) {
        var now = clock.instant();
        return group.stream().allMatch(source -> shaper.isSourceFailing(site.from(source.name()), now));
    }

    private TrafficRequest traffic(DeliveryRequest request, ShapedSite site, EgressSource source) {
        return request.start(connections.overlap(site.from(source.name())));
    }

    private HeldException held(DeliveryRequest request, ShapedSite site, EgressSource source, Instant now) {
        var held = HeldException.of(shaper.tryStart(source.name(), site, traffic(request, site, source), now), now);
        if (held.isLasting()) {
            sites.waited(request, site);
        }
        return held;
    }

    /** @param others whether there are pools behind that of the source */
    private Future<LeasedDelivery> connect(
            DeliveryRequest request, MailRoute route, ShapedSite site, EgressSource source, boolean others) {
        return connections
                .lease(source, site, route, traffic(request, site, source))
                .onFailure(error -> noteUnreachable(error, request, site, source))
                .compose(connection -> start(request, site, source, connection, others));
    }

    private void noteUnreachable(Throwable error, DeliveryRequest request, ShapedSite site, EgressSource source) {
        if (error instanceof HeldException held && held.isLasting()) {
            reporter.note(site.from(source.name()), clock.instant(), String.valueOf(held.getMessage()));
            sites.waited(request, site);
        }
    }

    private Future<LeasedDelivery> start(
            DeliveryRequest request,
            ShapedSite site,
            EgressSource source,
            LeasedConnection connection,
            boolean others) {
        if (!sources.isUsable(source)) {
            connection.release();
            return Future.failedFuture(
                    new HeldException(Duration.ZERO, "The egress source is used by another node now."));
        }
        var now = clock.instant();
        var permit = shaper.tryStart(source.name(), site, traffic(request, site, source), now);
        if (!permit.granted()) {
            connection.release();
            return Future.failedFuture(HeldException.of(permit, now));
        }
        sources.used(request, site, source);
        return Future.succeededFuture(
                new LeasedDelivery(shaper, reporter, clock, site, source.name(), request, connection, others, now));
    }
}
