package io.godwit;

import io.godwit.config.NodeRole;
import io.godwit.config.Settings;
import io.godwit.core.PollLoop;
import io.godwit.demo.DemoData;
import io.godwit.demo.DemoFile;
import io.godwit.modules.AccountModule;
import io.godwit.modules.AddressModule;
import io.godwit.modules.BillingModule;
import io.godwit.modules.CampaignModule;
import io.godwit.modules.ContactModule;
import io.godwit.modules.DirectDeliveryModule;
import io.godwit.modules.DomainModule;
import io.godwit.modules.EventModule;
import io.godwit.modules.FeatureModule;
import io.godwit.modules.HttpListener;
import io.godwit.modules.InboundModule;
import io.godwit.modules.IngestModule;
import io.godwit.modules.JobModule;
import io.godwit.modules.LiveModule;
import io.godwit.modules.MailTlsModule;
import io.godwit.modules.NodeContext;
import io.godwit.modules.OperationsModule;
import io.godwit.modules.ProjectModule;
import io.godwit.modules.ReportModule;
import io.godwit.modules.ReputationModule;
import io.godwit.modules.SearchModule;
import io.godwit.modules.SegmentModule;
import io.godwit.modules.SendingModule;
import io.godwit.modules.SharedServices;
import io.godwit.modules.ShutdownHooks;
import io.godwit.modules.SimulatorModule;
import io.godwit.modules.SubmissionModule;
import io.godwit.modules.SystemModule;
import io.godwit.modules.TemplateModule;
import io.godwit.modules.TrackingModule;
import io.godwit.modules.TransportModule;
import io.godwit.modules.UploadModule;
import io.godwit.modules.WebModule;
import io.godwit.modules.WebhookModule;
import io.godwit.modules.WorkflowModule;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.auth.Authenticators;
import io.godwit.web.server.ListeningPort;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** One node: builds the modules in the order of their dependencies, listens, starts their work, and stops all in reverse. */
public final class Server {

    private final NodeContext node;
    private final ShutdownHooks shutdown;
    private final List<FeatureModule> modules = new ArrayList<>();
    private final List<String> deployments = new ArrayList<>();
    private final RouteTable table = new RouteTable();

    private Server(NodeContext node, ShutdownHooks shutdown) {
        this.node = node;
        this.shutdown = shutdown;
    }

    /** Blocks until the node is ready; when it cannot be, everything started is stopped again and the cause thrown. */
    public static Server start(Settings settings, ShutdownHooks shutdown) {
        try {
            ListeningPort.requireFree(settings.http());
            var server = new Server(NodeContext.open(settings, shutdown), shutdown);
            server.run();
            return server;
        } catch (RuntimeException | Error refused) {
            shutdown.run();
            throw refused;
        } finally {
            shutdown.startEnded();
        }
    }

    private void run() {
        var shared = new SharedServices(node);
        shutdown.push("SharedServices", shared::close);
        var accounts = add(new AccountModule(node, shared));
        var billing = add(new BillingModule(node, shared));
        add(new ReputationModule(node, shared));
        add(new ProjectModule(node, shared, accounts, billing));
        add(new EventModule(node, shared));
        var contacts = add(new ContactModule(node, shared));
        add(new TemplateModule(node, shared));
        add(new DomainModule(node, shared));
        add(new AddressModule(node));
        var ingest = add(new IngestModule(node, shared, billing));
        add(new SubmissionModule(node, shared, accounts, ingest));
        add(new UploadModule(node, shared));
        var tracking = add(new TrackingModule(node, shared));
        add(new JobModule(node, shared, contacts));
        add(new SegmentModule(node, shared));
        add(new CampaignModule(node, shared, billing));
        add(new WebhookModule(node));
        add(new WorkflowModule(node, shared, contacts, billing));
        add(new ReportModule(node, shared));
        add(new SearchModule(node));
        add(new WebModule(node, shared));
        var inbound = add(new InboundModule(node, shared, billing));
        var tls = add(new MailTlsModule(node, shared, accounts));
        var transport = add(new TransportModule(node));
        var system = add(new SystemModule(node, shared, accounts, transport));
        var live = add(new LiveModule(node, accounts, system));
        var simulator = add(new SimulatorModule(node, inbound, tracking, transport));
        var direct = add(new DirectDeliveryModule(node, accounts, tls));
        add(new SendingModule(node, shared, billing, ingest, transport, simulator, direct));
        var operations = add(new OperationsModule(node, transport));

        var http = listen(shared, accounts.authenticators(), operations);
        showDemo(shared, accounts);
        modules.forEach(this::startWork);
        operations.ready();
        shutdown.push("streams", live::stop);
        shutdown.push("readiness", () -> {
            operations.leave();
            live.leave();
            return http.leave();
        });
    }

    private <M extends FeatureModule> M add(M module) {
        shutdown.push(module.getClass().getSimpleName(), module::close);
        modules.add(module);
        return module;
    }

    private HttpListener listen(SharedServices shared, Authenticators authenticators, OperationsModule operations) {
        var routes = routes(operations);
        routes.forEach(feature -> feature.mount(table));
        var http = new HttpListener(node, shared.requests(), authenticators, routes);
        http.startLimits().forEach(loop -> stopAtShutdown("rate limits", loop));
        operations.showWarnings(http::warnings);
        shutdown.push("verticles", this::undeploy);
        deployments.add(http.listen().await());
        return http;
    }

    /** The routes of all modules on a node with the role {@code http}, else only those that every node serves. */
    private List<Routes> routes(OperationsModule operations) {
        var serving = node.settings().roles().contains(NodeRole.HTTP) ? modules : List.of(operations);
        return serving.stream().flatMap(module -> module.routes().stream()).toList();
    }

    /** Creates the demo projects that the settings ask for and prints their keys on the console; blocks. */
    private void showDemo(SharedServices shared, AccountModule accounts) {
        var settings = node.settings();
        var file = new DemoFile(settings.dataDir());
        new DemoData(node.vertx(), node.database(), shared.projects(), shared.domains(), accounts.accounts(), file)
                .show(settings);
    }

    private void startWork(FeatureModule module) {
        module.loops().forEach(loop -> stopAtShutdown(module.getClass().getSimpleName() + " loop", loop));
        module.verticles().forEach(this::deploy);
    }

    private void deploy(Deployable verticle) {
        deployments.add(node.vertx().deployVerticle(verticle).await());
    }

    private void stopAtShutdown(String name, PollLoop loop) {
        shutdown.push(name, loop::stop);
    }

    /** Stops all verticles at the same time, so that a stop takes as long as the slowest of them and not their sum. */
    private Future<?> undeploy() {
        return Future.join(deployments.stream().map(node.vertx()::undeploy).toList());
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
