package io.godwit.modules;

import io.godwit.config.VertxConfig;
import io.godwit.metrics.EventLoopMonitor;
import io.godwit.web.Routes;
import io.godwit.web.server.HealthRoutes;
import io.godwit.web.server.HealthRoutes.Check;
import io.godwit.web.server.MetricsRoutes;
import io.vertx.core.Deployable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Wires health checks, metrics, alert conditions and the mailbox of the catcher, which every node serves, whatever its roles. */
public final class OperationsModule implements FeatureModule {

    private final NodeContext node;
    private final TransportModule transport;
    private final AtomicBoolean started = new AtomicBoolean();
    private final HealthRoutes health;

    public OperationsModule(NodeContext node, TransportModule transport) {
        this.node = node;
        this.transport = transport;
        var cluster = new ClusterStatus(node.bus().members());
        cluster.bind(node.meters());
        this.health = new HealthRoutes(
                List.of(
                        new Check("started", started::get),
                        new Check("database", node.database().availability()::isUp),
                        new Check("cluster", cluster::isMember),
                        new Check("journal", transport.state()::isJournalWritable)),
                List.of(new Check("mail", transport.state()::isReachable)),
                Map.of("cluster", cluster::detail, "mail", transport.state()::detail));
        new ConditionMetrics(node.meters()).bind(health::isReady, transport.state(), node.settings());
    }

    /** Shows these sentences and those about the mail server in {@code GET /health}. */
    public void showWarnings(Supplier<List<String>> ofHttp) {
        health.warn(() -> Stream.of(ofHttp.get(), transport.state().warnings())
                .flatMap(List::stream)
                .toList());
    }

    /** Makes the node ready; called when everything has started. */
    public void ready() {
        started.set(true);
    }

    /** Makes the readiness check fail from now on. */
    public void leave() {
        health.stop();
    }

    @Override
    public List<Routes> routes() {
        var http = node.settings().http();
        var routes = new ArrayList<Routes>(List.of(
                health, new MetricsRoutes(node.vertx(), node.meters()::scrape, http.metricsToken(), http.host())));
        routes.addAll(transport.pages());
        return routes;
    }

    @Override
    public List<Deployable> verticles() {
        return EventLoopMonitor.ofEach(VertxConfig.options().getEventLoopPoolSize(), node.meters());
    }
}
