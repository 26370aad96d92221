package io.godwit;

import io.godwit.addresses.AddressRoutes;
import io.godwit.addresses.Addresses;
import io.godwit.bus.Bus;
import io.godwit.bus.Cluster;
import io.godwit.contacts.ContactCounts;
import io.godwit.contacts.ContactJobs;
import io.godwit.contacts.ContactRoutes;
import io.godwit.contacts.Contacts;
import io.godwit.contacts.FieldRoutes;
import io.godwit.contacts.Fields;
import io.godwit.contacts.SubscriptionRoutes;
import io.godwit.core.LinkTokens;
import io.godwit.core.Loop;
import io.godwit.core.MessageIds;
import io.godwit.core.Vault;
import io.godwit.db.Database;
import io.godwit.dns.Dns;
import io.godwit.domains.Domains;
import io.godwit.events.EventRoutes;
import io.godwit.events.Events;
import io.godwit.ingest.Ingest;
import io.godwit.ingest.Ledger;
import io.godwit.ingest.TrackRoutes;
import io.godwit.jobs.DeadLetters;
import io.godwit.jobs.JobVerticle;
import io.godwit.projects.OwnersMail;
import io.godwit.projects.Projects;
import io.godwit.reports.Reports;
import io.godwit.sending.DeadEmails;
import io.godwit.sending.EmailRoutes;
import io.godwit.sending.MailServerState;
import io.godwit.sending.Outbox;
import io.godwit.sending.Preview;
import io.godwit.sending.PreviewRoutes;
import io.godwit.sending.SendRoutes;
import io.godwit.sending.SuppressionList;
import io.godwit.templates.TemplateRoutes;
import io.godwit.templates.Templates;
import io.godwit.tracking.TrackingRoutes;
import io.godwit.uploads.Uploads;
import io.godwit.web.AddressLimits;
import io.godwit.web.Api;
import io.godwit.web.Cursors;
import io.godwit.web.Edge;
import io.godwit.web.Guards;
import io.godwit.web.Health;
import io.godwit.web.Health.Check;
import io.godwit.web.HttpVerticle;
import io.godwit.web.Idempotency;
import io.godwit.web.IdempotencyKeys;
import io.godwit.web.ListeningPort;
import io.godwit.web.Metrics;
import io.godwit.web.RateLimits;
import io.godwit.web.Routes;
import io.godwit.workflows.DeadExecutions;
import io.godwit.workflows.WorkflowPorts;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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
    private final IdempotencyKeys idempotencyKeys = new IdempotencyKeys();
    private final PrometheusMeterRegistry meters;

    private volatile Runnable leave = () -> {};

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
    static Server start(Settings settings, Shutdown shutdown) {
        try {
            ListeningPort.requireFree(settings.http());
            var vault = settings.vault().open();
            var meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            countSecurityEvents(meters, shutdown);
            var builder = Vertx.builder().withMetrics(new MicrometerMetricsFactory(meters));
            var vertx = Cluster.start(builder, Platform.options(), settings.cluster(), vault)
                    .await();
            shutdown.push("vertx", vertx::close);
            shutdown.push("process meters", new ProcessMeters(meters)::stop);
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

    /** The security log counts for all servers of this process. */
    private static void countSecurityEvents(PrometheusMeterRegistry meters, Shutdown shutdown) {
        io.micrometer.core.instrument.Metrics.addRegistry(meters);
        shutdown.push("security counters", () -> Future.succeededFuture()
                .onSuccess(done -> io.micrometer.core.instrument.Metrics.removeRegistry(meters)));
    }

    private void wire(Vault vault) {
        var started = new AtomicBoolean();
        var cluster = new ClusterStatus(bus.members());
        cluster.bind(meters);
        var delivery = new Delivery(vertx, database, bus, settings, meters, shutdown);
        var health = new Health(
                List.of(
                        new Check("started", started::get),
                        new Check("database", database.availability()::isUp),
                        new Check("cluster", cluster::isMember),
                        new Check("journal", delivery.state()::isJournalWritable)),
                Map.of("cluster", cluster::detail, "mail", delivery.state()::detail));
        var projects = Projects.start(vertx, database, bus, vault).await();
        shutdown.push("projects", projects::stop);
        var domains = new Domains(vertx, database, bus, vault, settings.domains());
        var automations = new Automations(vertx, database, bus, vault, settings, meters);
        var people = new People(vertx, database, bus, vault, projects, domains, settings.people());
        var senders = new Senders(vertx, database, bus, domains, people.mail(), settings, shutdown);
        var money = new Money(vertx, database, bus, projects, people.mail(), settings.money());
        shutdown.push("money", money::stop);
        var events = new Events(automations.enrolments());
        var contacts = new Contacts(vault);
        contacts.listen(bus);
        var contactJobs = new ContactJobs(vertx, database, bus);
        var audiences = new Audiences(vertx, database, bus, events, settings, automations.belongings(), money.quota());
        var workflows =
                automations.ports(contacts, events, audiences.segments(), domains::requireVerified, money.quota());
        shutdown.push("names", automations::close);
        var inbound = new Incoming(vertx, database, bus, vault, settings, meters);
        Household.keep(vertx, database, events, settings).forEach(this::loop);
        var routes = new ArrayList<Routes>(List.of(
                health,
                new Metrics(
                        vertx,
                        meters::scrape,
                        settings.http().metricsToken(),
                        settings.http().host())));
        if (settings.roles().contains(Role.HTTP)) {
            routes.addAll(inbound.routes());
            var idempotency = new Idempotency(database, idempotencyKeys);
            routes.addAll(people.routes(cursors(vault), idempotency, money.farewell()));
            routes.addAll(money.routes());
            loop("key uses", projects.startUses());
            routes.addAll(features(
                    projects, senders, events, audiences, contacts, contactJobs, automations, workflows, vault));
        }
        var transport = delivery.transport(routes);
        routes.forEach(feature -> feature.mount(table));
        listen(people.guards(), routes, health, delivery.state());
        new Demo(vertx, database, projects, domains, people::hash, new DemoFile(settings.dataDir())).show(settings);
        if (settings.roles().contains(Role.JOB)) {
            people.work(contacts::deleteOptedOut).forEach(each -> loop("people", each));
            money.work().forEach(each -> loop("money", each));
            var kinds = contactJobs.kinds(audiences.writes(contacts), new SuppressionList());
            deploy(new JobVerticle(database, bus, settings.jobs(), kinds));
            loop("dead letters", DeadLetters.count(vertx, database, meters));
        }
        audiences.work().forEach(this::deploy);
        automations.work(workflows).forEach(this::deploy);
        senders.work().ifPresent(this::deploy);
        var cabinet = new Incoming.Cabinet(domains, audiences.writes(contacts), events, new Outbox(), money.quota());
        inbound.work(cabinet, shutdown).forEach(this::deploy);
        if (settings.roles().contains(Role.SEND)) {
            var keys = inbound.keys(people.signingKeys(), domains);
            var notices = new PausedMail(new OwnersMail(people.mail()));
            deploy(delivery.work(keys, events, transport, vault, notices));
        }
        started.set(true);
        shutdown.push("readiness", () -> notReady(health));
    }

    private List<Routes> features(
            Projects projects,
            Senders senders,
            Events events,
            Audiences audiences,
            Contacts contacts,
            ContactJobs jobs,
            Automations automations,
            WorkflowPorts workflows,
            Vault vault) {
        var domains = senders.domains();
        var templates = new Templates(database);
        var outbox = new Outbox();
        var writes = audiences.writes(contacts);
        var fields = new Fields(database, bus, contacts, writes);
        var ingest = ingest(new Ledger(contacts, events, outbox, idempotencyKeys, workflows.quota()));
        var workers = vertx.createSharedWorkerExecutor("attachments", ATTACHMENT_WORKERS);
        var idempotency = new Idempotency(database, idempotencyKeys);
        loop("idempotency keys", idempotency.startExpiry(vertx));
        var send = new SendRoutes.Ports(
                templates, projects::find, domains::requireVerified, database, outbox, ingest, workers);
        var cursors = cursors(vault);
        var log = new EmailRoutes.Ports(
                database,
                bus,
                events,
                outbox,
                domains::requireVerified,
                domains::links,
                new LinkTokens(vault),
                new MessageIds(vault),
                settings.http().publicUrl(),
                workers,
                workflows.quota());
        var preview = new Preview(settings.http().publicUrl(), new LinkTokens(vault));
        return List.of(
                new TrackRoutes(ingest, events, idempotency, vault),
                new EventRoutes(database, audiences::eventUses, cursors),
                new TrackingRoutes(vertx, database, new LinkTokens(vault)),
                new SendRoutes(send, settings.sending().relayHeaders()),
                new PreviewRoutes(send, settings.http().publicUrl(), new LinkTokens(vault)),
                new EmailRoutes(log, cursors, idempotency),
                new ContactRoutes(
                        database, writes, new ContactCounts(database), audiences::selected, cursors, idempotency),
                new FieldRoutes(fields, audiences::fieldUses),
                audiences.routes(writes, domains::requireVerified, workers, cursors, idempotency),
                automations.routes(workflows, fields, send, preview, cursors, idempotency),
                new TemplateRoutes(
                        new TemplateRoutes.Ports(
                                database, templates, domains::requireVerified, audiences.templateUses(), workers),
                        cursors,
                        idempotency),
                uploads().routes(idempotency),
                senders.routes(new SenderUses(templates, audiences.templateUses(), audiences.campaigns()), idempotency),
                new SubscriptionRoutes(database, contacts, events, outbox, new LinkTokens(vault)),
                Reports.routes(database, cursors),
                new ConfigRoutes(settings),
                jobs.routes(idempotency),
                new DeadLetters(database, cursors, List.of(new DeadEmails(), DeadLetters.jobs(), new DeadExecutions())),
                new AddressRoutes(new Addresses(vertx, new Dns(vertx, settings.dns()))));
    }

    private static Cursors cursors(Vault vault) {
        return new Cursors(vault.sign("cursors", new byte[0]));
    }

    private Uploads uploads() {
        var uploads = Uploads.start(vertx, settings.uploads(), settings.http().publicUrl())
                .await();
        shutdown.push("uploads", uploads::stop);
        return uploads;
    }

    private Ingest ingest(Ledger ledger) {
        var newcomers = new AddressLimits("ratelimit.contacts", settings.newContactsPerMinute(), System::nanoTime);
        loop("contact limits", newcomers.start(vertx, bus));
        var ingest = new Ingest(database, bus, ledger, newcomers::admit, meters, settings.ingest());
        var deployment = ingest.start(vertx).await();
        shutdown.push("ingest", () -> vertx.undeploy(deployment));
        return ingest;
    }

    private void listen(Guards guards, List<Routes> routes, Health health, MailServerState mail) {
        var limits = new RateLimits(settings.http().requestsPerMinute(), System::nanoTime);
        loop("rate limits", limits.start(vertx, bus));
        var edge = new Edge(settings.http(), guards, limits, database.availability()::isUp, meters, routes);
        health.warn(() -> Stream.of(edge.warnings(), mail.warnings())
                .flatMap(List::stream)
                .toList());
        edge.clients().start(vertx, bus).forEach(each -> loop("client limits", each));
        var options = new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors());
        shutdown.push("doors", this::closeDoors);
        doors.add(vertx.deployVerticle(() -> new HttpVerticle(edge), options).await());
        leave = edge::leave;
    }

    private void deploy(Deployable verticle) {
        doors.add(vertx.deployVerticle(verticle).await());
    }

    /** Goes on serving for a while, so that whoever sends requests here hears of it before they are turned away. */
    private Future<?> notReady(Health health) {
        health.stop();
        leave.run();
        var rest = settings.http().lameDuck().toMillis();
        return rest == 0 ? Future.succeededFuture() : vertx.timer(rest, TimeUnit.MILLISECONDS);
    }

    /** Requests and mail end side by side, so that a stop takes as long as the slower of them and not both. */
    private Future<?> closeDoors() {
        return Future.join(doors.stream().map(vertx::undeploy).toList());
    }

    private void loop(String name, Loop loop) {
        shutdown.push(name, loop::stop);
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
