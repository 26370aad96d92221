package io.godwit;

import io.godwit.addresses.AddressRoutes;
import io.godwit.addresses.Addresses;
import io.godwit.bus.Bus;
import io.godwit.bus.Cluster;
import io.godwit.contacts.Contacts;
import io.godwit.core.LinkTokens;
import io.godwit.core.Loop;
import io.godwit.core.Vault;
import io.godwit.db.Database;
import io.godwit.dns.Dns;
import io.godwit.domains.Domains;
import io.godwit.events.DailyCounts;
import io.godwit.events.EventRoutes;
import io.godwit.events.Events;
import io.godwit.events.Partitions;
import io.godwit.events.References;
import io.godwit.ingest.Ingest;
import io.godwit.ingest.Ledger;
import io.godwit.ingest.TrackRoutes;
import io.godwit.projects.Projects;
import io.godwit.sending.EmailRoutes;
import io.godwit.sending.Outbox;
import io.godwit.sending.SendPorts;
import io.godwit.sending.SendRoutes;
import io.godwit.sending.SendVerticle;
import io.godwit.smtp.Catcher;
import io.godwit.smtp.MailClientTransport;
import io.godwit.smtp.MailSettings;
import io.godwit.smtp.Transport;
import io.godwit.templates.TemplateRoutes;
import io.godwit.templates.Templates;
import io.godwit.tracking.Marks;
import io.godwit.tracking.Tracking;
import io.godwit.tracking.TrackingRoutes;
import io.godwit.web.AddressLimits;
import io.godwit.web.Api;
import io.godwit.web.Cursors;
import io.godwit.web.Edge;
import io.godwit.web.Health;
import io.godwit.web.Health.Check;
import io.godwit.web.HttpVerticle;
import io.godwit.web.Idempotency;
import io.godwit.web.IdempotencyKeys;
import io.godwit.web.Metrics;
import io.godwit.web.RateLimits;
import io.godwit.web.Routes;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One node: every feature, wired. */
final class Server {

    /** Each holds one decoded call of up to 40 MB. */
    private static final int ATTACHMENT_WORKERS = 2;

    private final Settings settings;
    private final Vertx vertx;
    private final Bus bus;
    private final Database database;
    private final Shutdown shutdown;
    private final List<String> doors = new ArrayList<>();
    private final Api table = new Api();
    private final PrometheusMeterRegistry meters;

    private Server(
            Settings settings, PrometheusMeterRegistry meters, Vertx vertx, Database database, Shutdown shutdown) {
        this.settings = settings;
        this.meters = meters;
        this.vertx = vertx;
        this.bus = Bus.on(vertx);
        this.database = database;
        this.shutdown = shutdown;
    }

    /** Blocks until the node is ready; when it cannot be, everything started is stopped again and the cause thrown. */
    static Server start(Settings settings) {
        var shutdown = new Shutdown();
        try {
            var vault = settings.vault().open();
            var meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            var builder = Vertx.builder().withMetrics(new MicrometerMetricsFactory(meters));
            var vertx = Cluster.start(builder, options(), settings.cluster()).await();
            shutdown.push("vertx", vertx::close);
            var database = Database.open(vertx, settings.database()).await();
            shutdown.push("database", database::close);
            var server = new Server(settings, meters, vertx, database, shutdown);
            server.wire(vault);
            return server;
        } catch (RuntimeException refused) {
            shutdown.run();
            throw refused;
        }
    }

    private void wire(Vault vault) {
        var started = new AtomicBoolean();
        var health = new Health(
                List.of(new Check("started", started::get), new Check("database", database.availability()::isUp)));
        var projects = Projects.start(vertx, database, bus, vault).await();
        shutdown.push("projects", projects::stop);
        var domains = new Domains(vertx, database, bus, vault);
        var events = new Events();
        keepHouse(events);
        var routes = new ArrayList<Routes>(
                List.of(health, new Metrics(meters::scrape, settings.http().metricsToken())));
        if (settings.roles().contains(Role.HTTP)) {
            routes.addAll(features(projects, domains, events, vault));
        }
        var transport = new MailClientTransport(vertx, relay(routes));
        shutdown.push("mail", transport::close);
        routes.forEach(feature -> feature.mount(table));
        listen(projects, routes);
        demo(projects, domains);
        if (settings.roles().contains(Role.SEND)) {
            send(domains, events, transport, new LinkTokens(vault));
        }
        started.set(true);
        shutdown.push("readiness", () -> Future.succeededFuture().onSuccess(off -> health.stop()));
    }

    private void demo(Projects projects, Domains domains) {
        new Demo(vertx, database, projects, domains, new DemoFile(settings.dataDir()))
                .prepare(settings.http().publicUrl(), settings.demoProjects())
                .await()
                .map(page -> page.banner(settings.mail().catcher()))
                .ifPresent(System.out::println);
    }

    private void keepHouse(Events events) {
        var partitions = new Partitions(database, settings.eventsKept());
        partitions.arrange().await();
        if (settings.roles().contains(Role.JOB)) {
            loop("partitions", partitions.start(vertx));
            loop("daily counts", new DailyCounts(database).start(vertx));
            new Tracking(database, events, settings.hitsKept()).start(vertx).forEach(each -> loop("hits", each));
        }
    }

    private List<Routes> features(Projects projects, Domains domains, Events events, Vault vault) {
        var templates = new Templates(database);
        var outbox = new Outbox();
        var keys = new IdempotencyKeys();
        var contacts = new Contacts();
        var ingest = ingest(new Ledger(contacts, events, outbox, keys));
        var workers = vertx.createSharedWorkerExecutor("attachments", ATTACHMENT_WORKERS);
        var idempotency = new Idempotency(database, keys);
        loop("idempotency keys", idempotency.startExpiry(vertx));
        var cursors = new Cursors(vault.sign("cursors", new byte[0]));
        var log = new EmailRoutes.Ports(
                database,
                bus,
                outbox,
                domains::requireVerified,
                new LinkTokens(vault),
                settings.http().publicUrl(),
                workers);
        return List.of(
                projects.routes(),
                new TrackRoutes(ingest, events, idempotency),
                new EventRoutes(database, References.NONE, cursors),
                new SendRoutes(new SendRoutes.Ports(
                        templates, projects::find, domains::requireVerified, database, outbox, ingest, workers)),
                new EmailRoutes(log, cursors, idempotency),
                new TemplateRoutes(templates, domains::requireVerified, idempotency),
                new TrackingRoutes(vertx, database, new LinkTokens(vault)),
                new AddressRoutes(new Addresses(vertx, new Dns(vertx, settings.dns()))));
    }

    private Ingest ingest(Ledger ledger) {
        var newcomers = new AddressLimits("ratelimit.contacts", settings.newContactsPerMinute(), System::nanoTime);
        loop("contact limits", newcomers.start(vertx, bus));
        var ingest = new Ingest(database, bus, ledger, newcomers::admit, meters, settings.ingest());
        deployed("ingest", ingest.start(vertx).await());
        return ingest;
    }

    /** The mail server we hand to: the catcher until there is another. */
    private MailSettings relay(List<Routes> routes) {
        if (!settings.mail().catcher()) {
            return settings.mail();
        }
        var catcher = Catcher.start(vertx, settings.dataDir().resolve("mailbox"), settings.mail())
                .await();
        shutdown.push("catcher", catcher::close);
        routes.add(catcher.routes());
        return catcher.address();
    }

    private void listen(Projects projects, List<Routes> routes) {
        var limits = new RateLimits(settings.http().requestsPerMinute(), System::nanoTime);
        loop("rate limits", limits.start(vertx, bus));
        var edge = new Edge(settings.http(), projects.keys(), limits, database.availability()::isUp, meters, routes);
        var options = new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors());
        shutdown.push("doors", this::closeDoors);
        doors.add(vertx.deployVerticle(() -> new HttpVerticle(edge), options).await());
    }

    private void send(Domains domains, Events events, Transport transport, LinkTokens links) {
        var ports = new SendPorts(
                database,
                bus,
                events,
                domains::signingKey,
                transport,
                links,
                new Marks(settings.http().publicUrl(), links));
        doors.add(vertx.deployVerticle(new SendVerticle(ports, settings.sending(), meters))
                .await());
    }

    /** Requests and mail end side by side, so that a stop takes as long as the slower of them and not both. */
    private Future<?> closeDoors() {
        return Future.join(doors.stream().map(vertx::undeploy).toList());
    }

    private void loop(String name, Loop loop) {
        shutdown.push(name, loop::stop);
    }

    private void deployed(String name, String deployment) {
        shutdown.push(name, () -> vertx.undeploy(deployment));
    }

    /** One event loop a core: requests and their batches share them, so that fewer threads wake each other. */
    private static VertxOptions options() {
        return new VertxOptions()
                .setPreferNativeTransport(true)
                .setMetricsOptions(new MicrometerMetricsOptions()
                        .setEnabled(true)
                        .setDisabledMetricsCategories(categoriesBut(MetricsDomain.NAMED_POOLS)))
                .setEventLoopPoolSize(Runtime.getRuntime().availableProcessors());
    }

    /**
     * Requests have meters of our own; Vert.x tells how long work waits for a connection or a worker. Its meters of SQL
     * clients bear no name, so those of our pools would be taken for one, with a warning at every start.
     */
    private static Set<String> categoriesBut(MetricsDomain wanted) {
        var others = Arrays.stream(MetricsDomain.values())
                .filter(domain -> domain != wanted)
                .map(MetricsDomain::toCategory);
        return Stream.concat(others, Stream.of("sql")).collect(Collectors.toSet());
    }

    /** Every route this node serves. */
    List<Api.Route> routes() {
        return table.routes();
    }

    /** Blocks until everything has ended; what is unfinished then is decided by the next start. */
    void stop() {
        shutdown.run();
    }
}
