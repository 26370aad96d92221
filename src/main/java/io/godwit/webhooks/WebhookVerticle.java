package io.godwit.webhooks;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.net.PemTrustOptions;
import java.util.Optional;

/** Makes the calls of the queue. One instance per node; any number of nodes share the queue. */
public final class WebhookVerticle extends VerticleBase {

    private final WebhookDependencies ports;
    private final WebhookSettings settings;
    private final WebhookMetrics metrics;
    private final Optional<PemTrustOptions> trust;
    private Optional<WebhookWorker> node = Optional.empty();

    public WebhookVerticle(WebhookDependencies ports, WebhookSettings settings, MeterRegistry meters) {
        this(ports, settings, meters, Optional.empty());
    }

    /** Trusts only {@code trust}, when it is given. */
    WebhookVerticle(
            WebhookDependencies ports,
            WebhookSettings settings,
            MeterRegistry meters,
            Optional<PemTrustOptions> trust) {
        this.ports = ports;
        this.settings = settings;
        this.metrics = new WebhookMetrics(meters);
        this.trust = trust;
    }

    @Override
    public Future<?> start() {
        var started = new WebhookWorker(vertx, ports, settings, metrics, new WebhookHttpClient(vertx, settings, trust));
        node = Optional.of(started);
        started.start();
        return Future.succeededFuture();
    }

    /** Stops claiming at once; completes soon after the drain time at the latest. */
    @Override
    public Future<?> stop() {
        return node.map(WebhookWorker::stop).orElseGet(Future::succeededFuture);
    }
}
