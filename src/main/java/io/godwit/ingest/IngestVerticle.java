package io.godwit.ingest;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Runs one batcher on one event loop. Stopping it answers all waiting calls first. */
final class IngestVerticle extends VerticleBase {

    private final int index;
    private final IngestContext surroundings;
    private final IngestSettings settings;
    private Future<CallBatcher> batcher =
            Future.failedFuture(new IllegalStateException("The verticle was never started."));

    IngestVerticle(int index, IngestContext surroundings, IngestSettings settings) {
        this.index = index;
        this.surroundings = surroundings;
        this.settings = settings;
    }

    @Override
    public Future<?> start() {
        var started = new CallBatcher(vertx, surroundings, settings);
        batcher = Future.succeededFuture(started);
        return surroundings.bus().answer(IngestMessages.INGEST.at(index), started::accept);
    }

    @Override
    public Future<?> stop() {
        return batcher.compose(CallBatcher::stop);
    }
}
