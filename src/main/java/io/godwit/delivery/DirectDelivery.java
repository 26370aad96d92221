package io.godwit.delivery;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.bus.Bus;
import io.godwit.core.ContextPromise;
import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.delivery.egress.ConnectionPool;
import io.godwit.delivery.egress.Connector;
import io.godwit.delivery.egress.EgressSource;
import io.godwit.delivery.egress.HeldException;
import io.godwit.delivery.egress.LentConnection;
import io.godwit.delivery.egress.SourceLeases;
import io.godwit.delivery.routing.MailRoute;
import io.godwit.delivery.routing.MxResolver;
import io.godwit.delivery.shaping.Hold;
import io.godwit.delivery.shaping.ShapedSite;
import io.godwit.delivery.shaping.ShapingKey;
import io.godwit.delivery.shaping.ShapingStateWriter;
import io.godwit.delivery.shaping.StartPermit;
import io.godwit.delivery.shaping.TrafficRequest;
import io.godwit.delivery.shaping.TrafficShaper;
import io.godwit.delivery.tls.TlsPolicyResolver;
import io.godwit.delivery.tls.TlsSessionRecorder;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivery to mail hosts without a relay: decides which email goes this way, and lends it a connection when its destination takes
 * one now. Asked before the attempt of an email begins, so that one that has to wait costs no attempt.
 *
 * <p>All its state belongs to the context that started it.
 */
public final class DirectDelivery {

    private static final Logger LOG = LoggerFactory.getLogger(DirectDelivery.class);

    private static final Duration REFRESH = Duration.ofSeconds(5);

    /** The time until another node may have claimed an email whose pool has no source here. */
    private static final Duration NO_SOURCE = Duration.ofSeconds(5);

    /** The time the emails of a project keep their source at a site, so that its reputation forms there. */
    private static final Duration STICKY = Duration.ofHours(1);

    /** Holds that end by themselves within seconds, so that the destination needs no number for them. */
    private static final Set<Hold.Code> SHORT_HOLDS =
            EnumSet.of(Hold.Code.RATE, Hold.Code.CONNECTIONS, Hold.Code.PROBE);

    /** Sites whose limits are known without looking up their hosts again; also the sources kept for projects. */
    private static final int MAX_SITES = 100_000;

    private record StickyKey(UUID project, String site, String pool) {}

    private final Vertx vertx;
    private final Database database;
    private final DirectSettings settings;
    private final MxResolver resolver;
    private final TrafficShaper shaper;
    private final ConnectionPool connections;
    private final DeliveryChoices choices;
    private final DestinationRegistry destinations;
    private final TrafficReporter reporter;
    private final List<EgressSource> sources;
    private final Clock clock;
    private final Cache<String, ShapedSite> nameToSite =
            Caffeine.newBuilder().maximumSize(MAX_SITES).build();
    private final Cache<StickyKey, String> sticky = Caffeine.newBuilder()
            .maximumSize(MAX_SITES)
            .expireAfterWrite(STICKY)
            .build();
    private Optional<SourceLeases> leases = Optional.empty();
    private Optional<ShapingStateWriter> states = Optional.empty();
    private List<PollLoop> loops = List.of();
    private Runnable onCapacity = () -> {};

    /**
     * @param sources those of this node, at least one
     * @param timeout cuts the time-outs of RFC 5321 §4.5.3.2
     */
    public DirectDelivery(
            Vertx vertx,
            Database database,
            DirectSettings settings,
            List<EgressSource> sources,
            MxResolver resolver,
            TrafficShaper shaper,
            TlsPolicyResolver policies,
            TlsSessionRecorder sessions,
            Duration timeout) {
        this.vertx = vertx;
        this.database = database;
        this.settings = settings;
        this.resolver = resolver;
        this.shaper = shaper;
        this.clock = Clock.systemUTC();
        this.connections = new ConnectionPool(
                vertx, clock, shaper, new Connector(vertx, resolver, policies, sessions, settings.port(), timeout));
        this.choices = new DeliveryChoices(database, settings.mode());
        this.destinations = new DestinationRegistry(database);
        this.reporter = new TrafficReporter(database);
        this.sources = List.copyOf(sources);
    }

    /**
     * Reads the choices of operators and starts the loops on the caller's context.
     *
     * @param node the id of this node, the same after a restart
     */
    public Future<Void> start(UUID node, Bus bus) {
        var taking = new SourceLeases(database, sources, node, settings.lease(), System::nanoTime);
        var writer = new ShapingStateWriter(shaper, database.workers(), taking::fence, clock);
        taking.listen(writer::restore, () -> onCapacity.run(), this::lose);
        leases = Optional.of(taking);
        bus.listen(SiteCommand.TOPIC, this::apply);
        states = Optional.of(writer);
        return choices.refresh()
                .onSuccess(ignored -> {
                    var naming = PollLoop.start(
                            vertx, "delivery-destinations", Duration.ofSeconds(1), () -> whenUsed(destinations::run));
                    destinations.onPending(naming::wake);
                    loops = List.of(
                            naming,
                            writer.start(vertx),
                            PollLoop.start(vertx, "delivery-choices", REFRESH, choices::refresh),
                            PollLoop.start(
                                    vertx, "delivery-sources", taking.renewEvery(), () -> whenUsed(taking::renew)),
                            PollLoop.start(vertx, "delivery-traffic", REFRESH, () -> whenUsed(this::report)));
                })
                .mapEmpty();
    }

    /** Calls the listener when email that had to wait may be claimed. */
    public void onCapacity(Runnable listener) {
        onCapacity = listener;
    }

    private Future<Next> whenUsed(Supplier<Future<Next>> work) {
        return choices.isDirectUsed() ? work.get() : Future.succeededFuture(Next.IDLE);
    }

    private Future<Next> report() {
        return reporter.save(shaper.view(clock.instant()));
    }

    private void apply(SiteCommand command) {
        var site = nameToSite.get(
                command.site(),
                name -> new ShapedSite(name, Optional.empty(), shaper.rules().defaults()));
        var now = clock.instant();
        usable().stream().filter(source -> command.concerns(source.name())).forEach(source -> {
            var key = site.from(source.name());
            switch (command.action()) {
                case PAUSE ->
                    shaper.suspend(
                            source.name(), site, Instant.ofEpochMilli(command.untilMillis()), command.sentence(), now);
                case RESUME -> shaper.resume(key, now);
                case TRY_NOW -> shaper.tryNow(key, now);
            }
        });
        onCapacity.run();
    }

    /** Returns the number of open connections. */
    public int openConnections() {
        return sources.stream()
                .mapToInt(source -> connections.size(source.name()))
                .sum();
    }

    private void lose(String source) {
        connections.close(source);
        shaper.forget(source);
    }

    /** Returns whether any email may leave without the relay. */
    public boolean isUsed() {
        return choices.isDirectUsed();
    }

    /** Returns whether an email of this sender leaves without the relay. */
    public boolean isDirect(UUID project, String senderDomain, String emailClass) {
        return isUsed() && choices.isDirect(project, senderDomain, emailClass);
    }

    /** Returns max emails in flight at once. */
    public int connections() {
        return settings.connections();
    }

    /** Returns the sources that only other nodes may send from. */
    public Collection<String> foreignSources() {
        return leases.map(SourceLeases::foreign).orElse(Set.of());
    }

    /** Returns whether any destination has a number in the outbox. */
    public boolean hasDestinations() {
        return destinations.isUsed();
    }

    /**
     * Returns max emails to a destination that this node may hold now; 0 while it takes none.
     *
     * @param lane of the emails
     */
    public int capacity(short destination, int lane) {
        if (destination == 0 || !isUsed()) {
            return Integer.MAX_VALUE;
        }
        var site = destinations.site(destination).flatMap(name -> Optional.ofNullable(nameToSite.getIfPresent(name)));
        if (site.isEmpty()) {
            return 1;
        }
        var now = clock.instant();
        var start = new TrafficRequest(lane, "");
        return usable().stream()
                .mapToInt(source -> Math.min(
                        shaper.available(source.name(), site.get(), start, now),
                        2 * site.get().limits().connections()))
                .sum();
    }

    /**
     * A destination to which nothing leaves from here.
     *
     * @param until the time before which that will not change
     */
    public record SuspendedDestination(short number, String reason, Instant until) {}

    /** Returns the destinations to which nothing leaves from any source of this node now, for a cause that lasts. */
    public List<SuspendedDestination> suspendedDestinations() {
        var now = clock.instant();
        return isUsed()
                ? destinations.numberToSite().entrySet().stream()
                        .flatMap(named -> suspended(named.getKey(), named.getValue(), now).stream())
                        .toList()
                : List.of();
    }

    private Optional<SuspendedDestination> suspended(short number, String site, Instant now) {
        var states = usable().stream()
                .map(source -> new ShapingKey(source.name(), site))
                .filter(shaper::isKnown)
                .map(key -> shaper.hold(key, now)
                        .filter(permit ->
                                permit.hold().filter(DirectDelivery::isLasting).isPresent()))
                .toList();
        return states.stream().allMatch(Optional::isPresent)
                ? states.stream()
                        .flatMap(Optional::stream)
                        .min(Comparator.comparing(StartPermit::notBefore))
                        .map(permit -> new SuspendedDestination(
                                number, permit.hold().map(Hold::sentence).orElse(""), permit.notBefore()))
                : Optional.empty();
    }

    private static boolean isLasting(Hold hold) {
        return !SHORT_HOLDS.contains(hold.code());
    }

    private List<EgressSource> usable() {
        return leases.map(SourceLeases::usable).orElse(List.of());
    }

    /**
     * Completes with a connection and the permit to send one email. Fails with a {@link HeldException} when the email has to wait,
     * or with a {@link io.godwit.delivery.routing.RoutingException} when its domain has no mail host.
     */
    public Future<LentDelivery> lend(DeliveryRequest request) {
        return ContextPromise.onCallersContext(vertx, resolver.route(request.domain()))
                .compose(route -> lend(request, request.tlsReport() ? route.withoutTlsPolicy() : route));
    }

    private Future<LentDelivery> lend(DeliveryRequest request, MailRoute route) {
        var site = shaper.rules().siteOf(request.domain(), route.hostNames());
        nameToSite.put(site.name(), site);
        destinations.started(request.domain(), site.name());
        var candidates = candidates(request, site);
        if (candidates.isEmpty()) {
            return Future.failedFuture(new HeldException(NO_SOURCE, "No egress source of its pool is in use here."));
        }
        var now = clock.instant();
        var source = candidates.stream()
                .filter(candidate -> shaper.available(candidate.name(), site, request.start(), now) > 0)
                .findFirst();
        return source.isPresent()
                ? connect(request, route, site, source.get())
                : Future.failedFuture(held(request, site, candidates.get(0), now));
    }

    /** The sources the email may leave from: that of its first attempt, else those of its pool, the best first. */
    private List<EgressSource> candidates(DeliveryRequest request, ShapedSite site) {
        var first = usable().stream()
                .filter(source -> request.source().equals(Optional.of(source.name())))
                .toList();
        if (!first.isEmpty()) {
            return first;
        }
        var pool = choices.pool(request.project(), request.senderDomain(), request.emailClass());
        var last = Optional.ofNullable(sticky.getIfPresent(new StickyKey(request.project(), site.name(), pool)));
        return usable().stream()
                .filter(source -> source.pool().equals(pool))
                .sorted(Comparator.comparing((EgressSource source) -> !last.equals(Optional.of(source.name())))
                        .thenComparing(source -> connections.size(source.name())))
                .toList();
    }

    private HeldException held(DeliveryRequest request, ShapedSite site, EgressSource source, Instant now) {
        var permit = shaper.tryStart(source.name(), site, request.start(), now);
        var hold = permit.hold();
        var lasting = hold.filter(DirectDelivery::isLasting).isPresent();
        if (lasting) {
            destinations.waited(request.domain(), site.name());
        }
        return new HeldException(
                Duration.between(now, permit.notBefore()),
                hold.map(Hold::sentence).orElse("The destination takes no more email now."),
                lasting);
    }

    private Future<LentDelivery> connect(
            DeliveryRequest request, MailRoute route, ShapedSite site, EgressSource source) {
        return connections
                .lend(source, site, route)
                .onFailure(error -> noteUnreachable(error, request, site, source))
                .compose(connection -> start(request, site, source, connection));
    }

    private void noteUnreachable(Throwable error, DeliveryRequest request, ShapedSite site, EgressSource source) {
        if (error instanceof HeldException held && held.isLasting()) {
            reporter.note(site.from(source.name()), clock.instant(), String.valueOf(held.getMessage()));
            destinations.waited(request.domain(), site.name());
        }
    }

    private Future<LentDelivery> start(
            DeliveryRequest request, ShapedSite site, EgressSource source, LentConnection connection) {
        var now = clock.instant();
        var usable = leases.filter(held -> held.isUsable(source.name())).isPresent();
        var permit = shaper.tryStart(source.name(), site, request.start(), now);
        if (!usable || !permit.granted()) {
            connection.release();
            return Future.failedFuture(new HeldException(
                    Duration.between(now, permit.notBefore()),
                    permit.hold().map(Hold::sentence).orElse("The egress source is used by another node now.")));
        }
        var pool = choices.pool(request.project(), request.senderDomain(), request.emailClass());
        sticky.put(new StickyKey(request.project(), site.name(), pool), source.name());
        return Future.succeededFuture(
                new LentDelivery(shaper, reporter, clock, site, source.name(), request, connection));
    }

    /** Stops the loops, closes the connections and gives the sources up. */
    public Future<Void> stop() {
        return Future.join(loops.stream().map(PollLoop::stop).toList())
                .eventually(connections::close)
                .eventually(() -> states.map(ShapingStateWriter::write).orElseGet(Future::succeededFuture))
                .eventually(() -> leases.map(SourceLeases::release).orElseGet(Future::succeededFuture))
                .onFailure(error -> LOG.warn("Direct delivery did not stop in order", error))
                .mapEmpty();
    }
}
