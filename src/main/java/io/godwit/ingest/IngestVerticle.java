package io.godwit.ingest;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** One batcher on one event loop. Stopping it drains what waits. */
final class IngestVerticle extends VerticleBase {

    private final int index;
    private final Surroundings surroundings;
    private final IngestSettings settings;
    private Future<Batcher> batcher = Future.failedFuture(new IllegalStateException("The verticle was never started."));

    IngestVerticle(int index, Surroundings surroundings, IngestSettings settings) {
        this.index = index;
        this.surroundings = surroundings;
        this.settings = settings;
    }

    @Override
    public Future<?> start() {
        var started = new Batcher(vertx, surroundings, settings);
        batcher = Future.succeededFuture(started);
        return surroundings.bus().answer(IngestMessages.INGEST.at(index), started::accept);
    }

    @Override
    public Future<?> stop() {
        return batcher.compose(Batcher::stop);
    }
}
