package io.godwit.sending;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/**
 * Sends the mail of the outbox. One a node; any number of nodes share the queue. Its start fails when another server holds the
 * journal's directory.
 */
public final class SendVerticle extends VerticleBase {

    private final SendPorts ports;
    private final SendSettings settings;
    private final SendMetrics metrics;
    private Future<Pipeline> pipeline = Future.failedFuture("The send pipeline was not started");

    public SendVerticle(SendPorts ports, SendSettings settings, MeterRegistry meters) {
        this.ports = ports;
        this.settings = settings;
        this.metrics = new SendMetrics(meters);
    }

    @Override
    public Future<?> start() {
        pipeline = vertx.executeBlocking(() -> Journal.open(settings.journalDirectory()), false)
                .map(journal -> new Pipeline(vertx, ports, settings, metrics, journal));
        return pipeline.compose(Pipeline::start);
    }

    /** Completes within the drain limit and a little; nothing is claimed from the first moment on. */
    @Override
    public Future<?> stop() {
        return pipeline.compose(Pipeline::stop);
    }
}
