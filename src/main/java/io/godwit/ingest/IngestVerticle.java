package io.godwit.ingest;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Runs one batcher on one event loop. Stopping it answers all waiting calls first. */
final class IngestVerticle extends VerticleBase {

    private final int index;
    private final IngestContext ingest;
    private final IngestSettings settings;
    private Future<CallBatcher> batcher =
            Future.failedFuture(new IllegalStateException("The verticle was never started."));

    IngestVerticle(int index, IngestContext ingest, IngestSettings settings) {
        this.index = index;
        this.ingest = ingest;
        this.settings = settings;
    }

    @Override
    public Future<?> start() {
        var started = new CallBatcher(vertx, ingest, settings);
        batcher = Future.succeededFuture(started);
        return ingest.bus().serve(IngestMessages.INGEST.at(index), started::accept);
    }

    @Override
    public Future<?> stop() {
        return batcher.compose(CallBatcher::stop);
    }
}
