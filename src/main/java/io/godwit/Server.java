package io.godwit;

import io.godwit.addresses.AddressRoutes;
import io.godwit.addresses.AddressVerifier;
import io.godwit.bus.Bus;
import io.godwit.bus.Cluster;
import io.godwit.config.ConfigRoutes;
import io.godwit.config.NodeRole;
import io.godwit.config.Settings;
import io.godwit.config.VertxConfig;
import io.godwit.contacts.ContactBatchWriter;
import io.godwit.contacts.ContactCounts;
import io.godwit.contacts.api.ContactRoutes;
import io.godwit.contacts.bulk.ContactJobs;
import io.godwit.contacts.fields.FieldCatalog;
import io.godwit.contacts.fields.FieldRoutes;
import io.godwit.contacts.subscriptions.SubscriptionRoutes;
import io.godwit.core.Crypto;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.PollLoop;
import io.godwit.db.Database;
import io.godwit.demo.DemoData;
import io.godwit.demo.DemoFile;
import io.godwit.dns.DnsResolver;
import io.godwit.domains.SenderDomainService;
import io.godwit.events.EventAppender;
import io.godwit.events.EventRoutes;
import io.godwit.ingest.BatchTransaction;
import io.godwit.ingest.IngestGateway;
import io.godwit.ingest.TrackRoutes;
import io.godwit.jobs.DeadLetterService;
import io.godwit.jobs.JobVerticle;
import io.godwit.live.LiveRoutes;
import io.godwit.live.LiveStreams;
import io.godwit.live.RouteChanges;
import io.godwit.modules.AccountModule;
import io.godwit.modules.BillingModule;
import io.godwit.modules.CampaignModule;
import io.godwit.modules.ClusterStatus;
import io.godwit.modules.DomainModule;
import io.godwit.modules.DomainUsageLookup;
import io.godwit.modules.InboundModule;
import io.godwit.modules.MaintenanceLoops;
import io.godwit.modules.ProcessMetrics;
import io.godwit.modules.SendingModule;
import io.godwit.modules.ShutdownHooks;
import io.godwit.modules.WorkflowModule;
import io.godwit.projects.ProjectMailer;
import io.godwit.projects.ProjectService;
import io.godwit.reports.ReportRoutes;
import io.godwit.sending.MailServerState;
import io.godwit.sending.Outbox;
import io.godwit.sending.api.SendRoutes;
import io.godwit.sending.log.EmailRoutes;
import io.godwit.sending.preview.PreviewRenderer;
import io.godwit.sending.preview.PreviewRoutes;
import io.godwit.sending.queue.DeadEmailRequeuer;
import io.godwit.sending.suppression.SuppressionListImporter;
import io.godwit.systemmail.PausedSendingNotifier;
import io.godwit.templates.TemplateCache;
import io.godwit.templates.TemplateRoutes;
import io.godwit.tracking.TrackingRoutes;
import io.godwit.uploads.ImageUploadService;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.auth.Authenticators;
import io.godwit.web.idempotency.IdempotencyService;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.web.limits.AddressRateLimiter;
import io.godwit.web.limits.ProjectRequestLimiter;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.server.HealthRoutes;
import io.godwit.web.server.HealthRoutes.Check;
import io.godwit.web.server.HttpContext;
import io.godwit.web.server.HttpVerticle;
import io.godwit.web.server.ListeningPort;
import io.godwit.web.server.MetricsRoutes;
import io.godwit.workflows.engine.DeadExecutionRequeuer;
import io.godwit.workflows.engine.WorkflowDependencies;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Deployable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.micrometer.MicrometerMetricsFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** One node: builds every feature, connects them, and stops them in the reverse order. */
public final class Server {

    /** The threads that decode attachments; each holds one decoded call of up to 40 MB. */
    private static final int ATTACHMENT_WORKERS = 2;

    private final Settings settings;
    private final Vertx vertx;
    private final Bus bus;
    private final Database database;
    private final ShutdownHooks shutdown;
    private final List<String> doors = new ArrayList<>();
    private final RouteTable table = new RouteTable();
    private final IdempotencyService idempotencyKeys = new IdempotencyService();
    private final PrometheusMeterRegistry meters;

    private volatile Runnable leave = () -> {};
    private volatile Optional<LiveStreams> streams = Optional.empty();

    private Server(
            Settings settings, PrometheusMeterRegistry meters, Vertx vertx, Database database, ShutdownHooks shutdown) {
        this.settings = settings;
        this.meters = meters;
        this.vertx = vertx;
        this.bus = Bus.on(vertx);
        this.database = database;
        this.shutdown = shutdown;
    }

    /** Blocks until the node is ready; when it cannot be, everything started is stopped again and the cause thrown. */
    public static Server start(Settings settings, ShutdownHooks shutdown) {
        try {
            ListeningPort.requireFree(settings.http());
            var vault = settings.vault().open();
            var meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            countSecurityEvents(meters, shutdown);
            var builder = Vertx.builder().withMetrics(new MicrometerMetricsFactory(meters));
            var vertx = Cluster.start(builder, VertxConfig.options(), settings.cluster(), vault)
                    .await();
            shutdown.push("vertx", vertx::close);
            shutdown.push("process meters", new ProcessMetrics(meters)::stop);
            var database = Database.open(vertx, settings.database()).await();
            shutdown.push("database", database::close);
            var server = new Server(settings, meters, vertx, database, shutdown);
            server.wire(vault);
            return server;
        } catch (RuntimeException refused) {
            shutdown.run();
            throw refused;
        } finally {
            shutdown.startEnded();
        }
    }

    /** Counts the events of the security log, for all servers of this process. */
    private static void countSecurityEvents(PrometheusMeterRegistry meters, ShutdownHooks shutdown) {
        io.micrometer.core.instrument.Metrics.addRegistry(meters);
        shutdown.push("security counters", () -> Future.succeededFuture()
                .onSuccess(done -> io.micrometer.core.instrument.Metrics.removeRegistry(meters)));
    }

    private void wire(Crypto vault) {
        database.changes().listen(bus.changes()::publish);
        var started = new AtomicBoolean();
        var cluster = new ClusterStatus(bus.members());
        cluster.bind(meters);
        var delivery = new SendingModule(vertx, database, bus, settings, meters, shutdown);
        var health = new HealthRoutes(
                List.of(
                        new Check("started", started::get),
                        new Check("database", database.availability()::isUp),
                        new Check("cluster", cluster::isMember),
                        new Check("journal", delivery.state()::isJournalWritable)),
                Map.of("cluster", cluster::detail, "mail", delivery.state()::detail));
        var projects = ProjectService.start(vertx, database, bus, vault).await();
        shutdown.push("projects", projects::stop);
        var domains = new SenderDomainService(vertx, database, bus, vault, settings.domains());
        var automations = new WorkflowModule(vertx, database, bus, vault, settings, meters);
        var people = new AccountModule(vertx, database, bus, vault, projects, domains, settings.people());
        var senders = new DomainModule(vertx, database, bus, domains, people.mail(), settings, shutdown);
        var money = new BillingModule(vertx, database, bus, projects, people.mail(), settings.money());
        shutdown.push("money", money::stop);
        var events = new EventAppender(automations.enrolments(), database.changes());
        var contacts = new ContactBatchWriter(vault);
        contacts.listen(bus);
        var contactJobs = new ContactJobs(vertx, database, bus);
        var audiences =
                new CampaignModule(vertx, database, bus, events, settings, automations.belongings(), money.quota());
        var workflows =
                automations.ports(contacts, events, audiences.segments(), domains::requireVerified, money.quota());
        shutdown.push("names", automations::close);
        var inbound = new InboundModule(vertx, database, bus, vault, settings, meters);
        MaintenanceLoops.start(vertx, database, events, settings).forEach(this::loop);
        var routes = new ArrayList<Routes>(List.of(
                health,
                new MetricsRoutes(
                        vertx,
                        meters::scrape,
                        settings.http().metricsToken(),
                        settings.http().host())));
        if (settings.roles().contains(NodeRole.HTTP)) {
            routes.addAll(inbound.routes());
            routes.add(follow(people.guards()));
            var idempotency = new IdempotentHandler(database, idempotencyKeys);
            routes.addAll(people.routes(cursors(vault), idempotency, money.farewell()));
            routes.addAll(money.routes());
            loop("key uses", projects.startUses());
            routes.addAll(features(
                    projects, senders, events, audiences, contacts, contactJobs, automations, workflows, vault));
        }
        var transport = delivery.transport(routes);
        routes.forEach(feature -> feature.mount(table));
        listen(people.guards(), routes, health, delivery.state());
        new DemoData(vertx, database, projects, domains, people::hash, new DemoFile(settings.dataDir())).show(settings);
        if (settings.roles().contains(NodeRole.JOB)) {
            people.work(contacts::deleteOptedOut).forEach(each -> loop("people", each));
            money.work().forEach(each -> loop("money", each));
            var kinds = contactJobs.kinds(audiences.writes(contacts), new SuppressionListImporter());
            deploy(new JobVerticle(database, bus, settings.jobs(), kinds));
            loop("dead letters", DeadLetterService.count(vertx, database, meters));
        }
        audiences.work().forEach(this::deploy);
        automations.work(workflows).forEach(this::deploy);
        senders.work().ifPresent(this::deploy);
        var cabinet = new InboundModule.InboundDependencies(
                domains, audiences.writes(contacts), events, new Outbox(), money.quota());
        inbound.work(cabinet, shutdown).forEach(this::deploy);
        if (settings.roles().contains(NodeRole.SEND)) {
            var keys = inbound.keys(people.signingKeys(), domains);
            var notices = new PausedSendingNotifier(new ProjectMailer(people.mail()));
            deploy(delivery.work(keys, events, transport, vault, notices));
        }
        started.set(true);
        shutdown.push("readiness", () -> notReady(health));
    }

    private List<Routes> features(
            ProjectService projects,
            DomainModule senders,
            EventAppender events,
            CampaignModule audiences,
            ContactBatchWriter contacts,
            ContactJobs jobs,
            WorkflowModule automations,
            WorkflowDependencies workflows,
            Crypto vault) {
        var domains = senders.domains();
        var templates = new TemplateCache(database);
        var outbox = new Outbox();
        var writes = audiences.writes(contacts);
        var fields = new FieldCatalog(database, bus, contacts, writes);
        var ingest = ingest(new BatchTransaction(contacts, events, outbox, idempotencyKeys, workflows.quota()));
        var workers = vertx.createSharedWorkerExecutor("sending-attachments", ATTACHMENT_WORKERS);
        var idempotency = new IdempotentHandler(database, idempotencyKeys);
        loop("idempotency keys", idempotency.startExpiry(vertx));
        var send = new SendRoutes.Dependencies(
                templates, projects::find, domains::requireVerified, database, outbox, ingest, workers);
        var cursors = cursors(vault);
        var log = new EmailRoutes.Dependencies(
                database,
                bus,
                events,
                outbox,
                domains::requireVerified,
                domains::links,
                new LinkTokenCodec(vault),
                new MessageIdCodec(vault),
                settings.http().publicUrl(),
                workers,
                workflows.quota());
        var preview = new PreviewRenderer(settings.http().publicUrl(), new LinkTokenCodec(vault));
        return List.of(
                new TrackRoutes(ingest, events, idempotency, vault),
                new EventRoutes(database, audiences::eventUses, cursors),
                new TrackingRoutes(vertx, database, new LinkTokenCodec(vault)),
                new SendRoutes(send, settings.sending().relayHeaders()),
                new PreviewRoutes(send, settings.http().publicUrl(), new LinkTokenCodec(vault)),
                new EmailRoutes(log, cursors, idempotency),
                new ContactRoutes(
                        database, writes, new ContactCounts(database), audiences::selected, cursors, idempotency),
                new FieldRoutes(fields, audiences::fieldUses),
                audiences.routes(writes, domains::requireVerified, workers, cursors, idempotency),
                automations.routes(workflows, fields, send, preview, cursors, idempotency),
                new TemplateRoutes(
                        new TemplateRoutes.Dependencies(
                                database, templates, domains::requireVerified, audiences.templateUses(), workers),
                        cursors,
                        idempotency),
                uploads().routes(idempotency),
                senders.routes(
                        new DomainUsageLookup(templates, audiences.templateUses(), audiences.campaigns()), idempotency),
                new SubscriptionRoutes(database, contacts, events, outbox, new LinkTokenCodec(vault)),
                ReportRoutes.routes(database, cursors),
                new ConfigRoutes(settings),
                jobs.routes(idempotency),
                new DeadLetterService(
                        database,
                        cursors,
                        List.of(new DeadEmailRequeuer(), DeadLetterService.jobs(), new DeadExecutionRequeuer())),
                new AddressRoutes(new AddressVerifier(vertx, new DnsResolver(vertx, settings.dns()))));
    }

    private Routes follow(Authenticators guards) {
        var open = LiveStreams.start(vertx, database, bus, guards, settings.live());
        streams = Optional.of(open);
        return new LiveRoutes(open);
    }

    private static CursorCodec cursors(Crypto vault) {
        return new CursorCodec(vault.sign("cursors", new byte[0]));
    }

    private ImageUploadService uploads() {
        var uploads = ImageUploadService.start(
                        vertx, settings.uploads(), settings.http().publicUrl())
                .await();
        shutdown.push("uploads", uploads::stop);
        return uploads;
    }

    private IngestGateway ingest(BatchTransaction ledger) {
        var newcomers = new AddressRateLimiter("ratelimit.contacts", settings.newContactsPerMinute(), System::nanoTime);
        loop("contact limits", newcomers.start(vertx, bus));
        var ingest = new IngestGateway(database, bus, ledger, newcomers::admit, meters, settings.ingest());
        var deployment = ingest.start(vertx).await();
        shutdown.push("ingest", () -> vertx.undeploy(deployment));
        return ingest;
    }

    private void listen(Authenticators guards, List<Routes> routes, HealthRoutes health, MailServerState mail) {
        var limits = new ProjectRequestLimiter(settings.http().requestsPerMinute(), System::nanoTime);
        loop("rate limits", limits.start(vertx, bus));
        var edge = new HttpContext(settings.http(), guards, limits, database.availability()::isUp, meters, routes);
        health.warn(() -> Stream.of(edge.warnings(), mail.warnings())
                .flatMap(List::stream)
                .toList());
        edge.onWrite(new RouteChanges(database.changes()));
        edge.clients().start(vertx, bus).forEach(each -> loop("client limits", each));
        var options = new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors());
        shutdown.push("doors", this::closeListeners);
        doors.add(vertx.deployVerticle(() -> new HttpVerticle(edge), options).await());
        leave = edge::leave;
        streams.ifPresent(open -> shutdown.push("streams", open::stop));
    }

    private void deploy(Deployable verticle) {
        doors.add(vertx.deployVerticle(verticle).await());
    }

    /**
     * Marks the node as not ready and goes on serving for {@code http.lame-duck}, so that load balancers stop sending
     * requests here before they are refused.
     */
    private Future<?> notReady(HealthRoutes health) {
        health.stop();
        leave.run();
        streams.ifPresent(LiveStreams::endAll);
        var rest = settings.http().lameDuck().toMillis();
        return rest == 0 ? Future.succeededFuture() : vertx.timer(rest, TimeUnit.MILLISECONDS);
    }

    /**
     * Stops HTTP and SMTP listeners at the same time, so that a stop takes as long as the slowest of them and not their
     * sum.
     */
    private Future<?> closeListeners() {
        return Future.join(doors.stream().map(vertx::undeploy).toList());
    }

    private void loop(String name, PollLoop loop) {
        shutdown.push(name, loop::stop);
    }

    /** The routes this node serves. */
    public List<RouteTable.Route> routes() {
        return table.routes();
    }

    /** Blocks until everything has stopped; the next start takes up unfinished work. */
    public void stop() {
        shutdown.run();
    }
}
