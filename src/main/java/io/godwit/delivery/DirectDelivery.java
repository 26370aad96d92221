package io.godwit.delivery;

import io.godwit.bus.Bus;
import io.godwit.core.ContextPromise;
import io.godwit.core.MonotonicClock;
import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.delivery.egress.ConnectionHoldWriter;
import io.godwit.delivery.egress.ConnectionPool;
import io.godwit.delivery.egress.Connector;
import io.godwit.delivery.egress.EgressSource;
import io.godwit.delivery.egress.HeldException;
import io.godwit.delivery.egress.SourceLeases;
import io.godwit.delivery.routing.MxResolver;
import io.godwit.delivery.shaping.ShapingStateWriter;
import io.godwit.delivery.shaping.TrafficShaper;
import io.godwit.delivery.tls.TlsPolicyResolver;
import io.godwit.delivery.tls.TlsSessionRecorder;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivery to mail hosts without a relay: decides which email goes this way, and leases it a connection when its site takes
 * one now. Asked before the attempt of an email begins, so that one that has to wait costs no attempt.
 *
 * <p>All its state belongs to the context that started it.
 */
public final class DirectDelivery {

    private static final Logger LOG = LoggerFactory.getLogger(DirectDelivery.class);

    /** The time between two reports of traffic, and between two readings of the choices of operators. */
    private static final Duration REFRESH = Duration.ofSeconds(5);

    /** The time between two looks for numbers of sites that no email has. */
    private static final Duration RELEASE = Duration.ofHours(1);

    /** The time between two readings of the domains of sites, which may be 100,000. */
    private static final Duration READ_DOMAINS = Duration.ofMinutes(5);

    private final Vertx vertx;
    private final Database database;
    private final DirectSettings settings;
    private final MxResolver resolver;
    private final TrafficShaper shaper;
    private final ConnectionPool connections;
    private final DeliveryChoiceCache choices;
    private final SiteRegistry sites;
    private final TrafficReporter reporter;
    private final List<EgressSource> sources;
    private final Clock clock;
    private final SourceSelector selector;
    private final SiteCapacity capacity;
    private final DeliveryLeaser leaser;
    private Optional<ShapingStateWriter> states = Optional.empty();
    private Optional<ConnectionHoldWriter> holds = Optional.empty();
    private List<PollLoop> loops = List.of();
    private Runnable onCapacity = () -> {};
    private Runnable onCommand = () -> {};

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
        this.clock = new MonotonicClock();
        this.connections = new ConnectionPool(
                vertx, clock, shaper, new Connector(vertx, resolver, policies, sessions, settings.port(), timeout));
        this.choices = new DeliveryChoiceCache(database, settings);
        this.sites = new SiteRegistry(database);
        this.reporter = new TrafficReporter(database);
        this.sources = List.copyOf(sources);
        this.selector = new SourceSelector(choices, connections);
        this.capacity = new SiteCapacity(shaper, sites, selector, clock);
        this.leaser = new DeliveryLeaser(shaper, connections, selector, capacity, reporter, clock);
    }

    /**
     * Starts the loops on the caller's context, which this object belongs to from then on. Completes when the choices of operators
     * are read; no email goes this way before.
     *
     * @param node the id of this node, the same after a restart
     */
    public Future<Void> start(UUID node, Bus bus) {
        var taking = new SourceLeases(database, sources, node, settings.lease(), System::nanoTime);
        var writer = new ShapingStateWriter(shaper, database.workers(), taking::fence, clock);
        var holdWriter = connections.holdWriter(database.workers(), taking::fence);
        taking.listen(
                taken -> writer.restore(taken).compose(ignored -> holdWriter.restore(taken)),
                () -> onCapacity.run(),
                this::lose);
        selector.use(taking);
        bus.listen(SiteCommand.TOPIC, this::apply);
        states = Optional.of(writer);
        holds = Optional.of(holdWriter);
        choices.onChange(sites::restartMove);
        return choices.start()
                .onSuccess(ignored -> {
                    var reporting = PollLoop.start(vertx, "delivery-traffic", REFRESH, () -> whenUsed(this::report));
                    onCommand = reporting::wake;
                    var naming =
                            PollLoop.start(vertx, "delivery-sites", Duration.ofSeconds(1), () -> whenUsed(sites::run));
                    sites.onPending(naming::wake);
                    loops = List.of(
                            naming,
                            PollLoop.start(vertx, "delivery-domains", READ_DOMAINS, () -> whenUsed(sites::readDomains)),
                            PollLoop.start(vertx, "delivery-numbers", RELEASE, () -> whenUsed(sites::release)),
                            writer.start(vertx),
                            holdWriter.start(vertx),
                            PollLoop.start(vertx, "delivery-choices", REFRESH, choices::refresh),
                            PollLoop.start(
                                    vertx, "delivery-sources", taking.renewEvery(), () -> whenUsed(taking::renew)),
                            reporting);
                })
                .mapEmpty();
    }

    /** Calls the listener when emails that had to wait may be claimed: a source was taken, or an operator gave a command. */
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
        var site = capacity.site(command.site());
        var now = clock.instant();
        selector.usable().stream()
                .filter(source -> command.concerns(source.name()))
                .forEach(source -> {
                    var key = site.from(source.name());
                    switch (command.action()) {
                        case PAUSE ->
                            shaper.suspend(
                                    source.name(),
                                    site,
                                    Instant.ofEpochMilli(command.untilMillis()),
                                    command.sentence(),
                                    now);
                        case RESUME -> {
                            shaper.resume(key, now);
                            connections.resume(key);
                        }
                        case TRY_NOW -> {
                            shaper.tryNow(key, now);
                            connections.resume(key);
                        }
                    }
                });
        onCommand.run();
        onCapacity.run();
    }

    /** Returns the number of open connections. */
    public int openConnections() {
        return sources.stream()
                .mapToInt(source -> connections.size(source.name()))
                .sum();
    }

    /** Returns the number of sites, for each source, to which nothing is sent now: an operator, a reply or a failure wants it so. */
    public long suspendedSiteCount() {
        return shaper.suspended(clock.instant());
    }

    private void lose(String source) {
        connections.close(source);
        shaper.removeSource(source);
        holds.ifPresent(writer -> writer.removeSource(source));
    }

    /** Returns whether any email may leave without the relay. */
    public boolean isUsed() {
        return choices.isDirectUsed();
    }

    /** Returns whether any email of the project may leave without the relay. */
    public boolean isUsed(UUID project) {
        return isUsed() && choices.isDirectUsed(project);
    }

    /** Returns whether emails of the project that go by the relay have a number apart from the others. */
    public boolean hasRelayNumber(UUID project) {
        return choices.hasVariousModes(project);
    }

    /** Returns whether an email of this sender leaves without the relay. */
    public boolean isDirect(UUID project, String senderDomain, String emailClass) {
        return isUsed() && choices.isDirect(project, senderDomain, emailClass);
    }

    /** Returns the max number of emails in flight at once, by the setting {@code mail.direct.connections}. */
    public int connections() {
        return settings.connections();
    }

    /** Returns the sources that only other nodes may send from. */
    public Collection<String> foreignSources() {
        return selector.foreign();
    }

    /** Returns whether any site has a number in the outbox. */
    public boolean hasNumberedSites() {
        return sites.isUsed();
    }

    /**
     * Returns the max number of emails to a site that this node may have claimed now: 0 while it takes none, no limit for the number
     * 0, which is no site.
     *
     * @param lane of the emails
     */
    public int capacity(short number, int lane) {
        return number == 0 || !isUsed() ? Integer.MAX_VALUE : capacity.capacity(number, lane);
    }

    /** Returns the sites with a number to which nothing leaves from any source of this node now, for a cause that lasts. */
    public List<SuspendedSite> suspendedSites() {
        return isUsed() ? capacity.suspended() : List.of();
    }

    /**
     * Completes with a connection and the permit to send one email. Fails with a {@link HeldException} when the email has to wait,
     * or with a {@link io.godwit.delivery.routing.RoutingException} when its domain has no mail host.
     */
    public Future<LeasedDelivery> lease(DeliveryRequest request) {
        return ContextPromise.onCallersContext(vertx, resolver.route(request.domain()))
                .compose(route -> leaser.lease(request, request.tlsReport() ? route.withoutTlsPolicy() : route));
    }

    /** Stops the loops, closes the connections, stores what was learned and used, and gives the sources up, in this order. */
    public Future<Void> stop() {
        return Future.join(loops.stream().map(PollLoop::stop).toList())
                .eventually(connections::close)
                .eventually(sites::noteUses)
                .eventually(() -> states.map(ShapingStateWriter::write).orElseGet(Future::succeededFuture))
                .eventually(() -> holds.map(ConnectionHoldWriter::write).orElseGet(Future::succeededFuture))
                .eventually(selector::release)
                .onFailure(error -> LOG.warn("Direct delivery did not stop in order", error))
                .mapEmpty();
    }
}
