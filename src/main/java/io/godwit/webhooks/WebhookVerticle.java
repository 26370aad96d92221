package io.godwit.webhooks;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.net.PemTrustOptions;
import java.util.Optional;

/** Makes the calls of the queue. One a node; any number of nodes share it. */
public final class WebhookVerticle extends VerticleBase {

    private final WebhookDependencies ports;
    private final WebhookSettings settings;
    private final WebhookMetrics metrics;
    private final Optional<PemTrustOptions> trust;
    private Optional<WebhookWorker> node = Optional.empty();

    public WebhookVerticle(WebhookDependencies ports, WebhookSettings settings, MeterRegistry meters) {
        this(ports, settings, meters, Optional.empty());
    }

    /** Trusts only what {@code trust} names, when it is given. */
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

    /** Completes within the drain limit and a little; nothing is claimed from the first moment on. */
    @Override
    public Future<?> stop() {
        return node.map(WebhookWorker::stop).orElseGet(Future::succeededFuture);
    }
}
