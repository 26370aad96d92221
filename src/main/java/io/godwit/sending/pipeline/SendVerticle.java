package io.godwit.sending.pipeline;

import io.godwit.sending.queue.SendMetrics;
import io.godwit.sending.queue.SendSettings;
import io.godwit.sending.results.DeliveryJournal;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/**
 * Runs the send pipeline of a node; any number of nodes share the outbox. Its start fails when another server holds the
 * journal's directory.
 */
public final class SendVerticle extends VerticleBase {

    private final SendDependencies dependencies;
    private final SendSettings settings;
    private final SendMetrics metrics;
    private Future<SendPipeline> pipeline = Future.failedFuture("The send pipeline was not started");

    public SendVerticle(SendDependencies dependencies, SendSettings settings, MeterRegistry meters) {
        this.dependencies = dependencies;
        this.settings = settings;
        this.metrics = new SendMetrics(meters);
    }

    @Override
    public Future<?> start() {
        pipeline = vertx.executeBlocking(() -> DeliveryJournal.open(settings.journalDirectory()), false)
                .map(journal -> new SendPipeline(vertx, dependencies, settings, metrics, journal));
        return pipeline.compose(SendPipeline::start);
    }

    /** Completes within the drain limit and a little more; claims stop at once. */
    @Override
    public Future<?> stop() {
        return pipeline.compose(SendPipeline::stop);
    }
}
