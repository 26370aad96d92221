package io.godwit.modules;

import io.godwit.bounces.RefusalClassifier;
import io.godwit.bus.Bus;
import io.godwit.bus.Cluster;
import io.godwit.config.NodeRole;
import io.godwit.config.Settings;
import io.godwit.config.VertxConfig;
import io.godwit.core.Crypto;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.TrackingTokenCodec;
import io.godwit.db.Database;
import io.godwit.metrics.MetricDescriptions;
import io.godwit.metrics.ProcessMetrics;
import io.godwit.traces.Tracer;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.micrometer.MicrometerMetricsFactory;
import java.util.Optional;

/** The runtime of a node: its settings, and what every module is built on. */
public record NodeContext(
        Settings settings,
        Crypto crypto,
        PrometheusMeterRegistry meters,
        Vertx vertx,
        Bus bus,
        Database database,
        Tracer tracer) {

    /**
     * Joins the cluster and opens the database; blocks. Registers how to close each of them. While PostgreSQL starts, this thread
     * does what needs no database.
     */
    public static NodeContext open(Settings settings, ShutdownHooks shutdown) {
        var crypto = settings.cryptoKeys().open();
        var meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        meters.config().meterFilter(new MetricDescriptions());
        countSecurityEvents(meters, shutdown);
        RefusalClassifier.extend(settings.sending().refusals().rules());
        var builder = Vertx.builder().withMetrics(new MicrometerMetricsFactory(meters));
        var vertx = Cluster.start(builder, VertxConfig.options(), settings.cluster(), crypto)
                .await();
        shutdown.push("vertx", vertx::close);
        var tracer = Tracer.open(vertx, settings.traces(), version(), meters);
        shutdown.push("traces", tracer::close);
        var opening = Database.open(vertx, settings.database());
        shutdown.push("database", () -> close(opening));
        shutdown.push("process meters", new ProcessMetrics(meters)::stop);
        Preload.run(settings.roles());
        var database = opening.await();
        var bus = Bus.on(vertx);
        database.changes().listen(bus.changes()::publish);
        return new NodeContext(settings, crypto, meters, vertx, bus, database, tracer);
    }

    /** Closes the database when it is open; one that could not be opened has closed itself. */
    private static Future<Void> close(Future<Database> opening) {
        return opening.transform(opened -> opened.succeeded() ? opened.result().close() : Future.succeededFuture());
    }

    /** Counts the events of the security log, for all servers of this process. */
    private static void countSecurityEvents(PrometheusMeterRegistry meters, ShutdownHooks shutdown) {
        Metrics.addRegistry(meters);
        shutdown.push("security counters", () -> Future.succeededFuture()
                .onSuccess(ignored -> Metrics.removeRegistry(meters)));
    }

    private static String version() {
        return Optional.ofNullable(NodeContext.class.getPackage().getImplementationVersion())
                .orElse("development");
    }

    boolean has(NodeRole role) {
        return settings.roles().contains(role);
    }

    /** The base URL of links in emails. */
    String publicUrl() {
        return settings.http().publicUrl();
    }

    /** The codec of the signed tokens in links. */
    LinkTokenCodec links() {
        return new LinkTokenCodec(crypto);
    }

    TrackingTokenCodec trackingTokens() {
        return new TrackingTokenCodec(crypto);
    }
}
