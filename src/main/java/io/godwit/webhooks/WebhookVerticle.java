package io.godwit.webhooks;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.net.PemTrustOptions;
import java.util.Optional;

/** Makes the calls of the queue. One instance per node; any number of nodes share the queue. */
public final class WebhookVerticle extends VerticleBase {

    private final WebhookDependencies dependencies;
    private final WebhookSettings settings;
    private final WebhookMetrics metrics;
    private final Optional<PemTrustOptions> trust;
    private Optional<WebhookWorker> worker = Optional.empty();

    public WebhookVerticle(WebhookDependencies dependencies, WebhookSettings settings, MeterRegistry meters) {
        this(dependencies, settings, meters, Optional.empty());
    }

    /** Trusts only {@code trust}, when it is given. */
    WebhookVerticle(
            WebhookDependencies dependencies,
            WebhookSettings settings,
            MeterRegistry meters,
            Optional<PemTrustOptions> trust) {
        this.dependencies = dependencies;
        this.settings = settings;
        this.metrics = new WebhookMetrics(meters);
        this.trust = trust;
    }

    @Override
    public Future<?> start() {
        var started = new WebhookWorker(
                vertx, dependencies, settings, metrics, new WebhookHttpClient(vertx, settings, trust));
        worker = Optional.of(started);
        started.start();
        return Future.succeededFuture();
    }

    /** Stops claiming at once; completes soon after the drain time at the latest. */
    @Override
    public Future<?> stop() {
        return worker.map(WebhookWorker::stop).orElseGet(Future::succeededFuture);
    }
}
