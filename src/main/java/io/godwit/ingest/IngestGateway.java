package io.godwit.ingest;

import io.godwit.bus.Bus;
import io.godwit.bus.RequestAddress;
import io.godwit.core.EmailAddress;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Database;
import io.godwit.sending.api.SendGateway;
import io.godwit.sending.api.Submission;
import io.godwit.traces.Tracer;
import io.godwit.web.ApiResponse;
import io.godwit.web.IdempotencyClaim;
import io.godwit.web.idempotency.IdempotencyService;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * Receives every call that creates or changes contacts and passes it to a batcher. All calls for one contact that arrive at
 * this node go to the same batcher, so they are written in the order they arrived and never wait for each other's locks. Safe
 * to use from any context once started.
 */
public final class IngestGateway implements SendGateway {

    private final IngestContext context;
    private final IngestSettings settings;

    /**
     * @param newContacts counts one new contact made with a public key from a client's address; false when the client has made
     *     too many
     */
    public IngestGateway(
            Database database,
            Bus bus,
            BatchTransaction transaction,
            Predicate<String> newContacts,
            MeterRegistry registry,
            Tracer tracer,
            IngestSettings settings) {
        this.context = new IngestContext(
                database, bus, transaction, new NewContactLimiter(newContacts), new IngestMetrics(registry), tracer);
        this.settings = settings;
    }

    /**
     * Deploys the batchers, each on an event loop of its own; completes with the deployment, whose undeploying drains them.
     */
    public Future<String> start(Vertx vertx) {
        var index = new AtomicInteger();
        return vertx.deployVerticle(
                () -> new IngestVerticle(index.getAndIncrement(), context, settings),
                new DeploymentOptions().setInstances(settings.verticles()));
    }

    @Override
    public Future<ApiResponse> accept(Submission submission) {
        var first = submission.recipients().get(0).contact().email();
        return send(new SendCall(submission), submission.tenant().project(), first);
    }

    Future<ApiResponse> accept(TrackCall call) {
        return send(call, call.tenant().project(), call.request().email());
    }

    private Future<ApiResponse> send(IngestCall call, ProjectId project, EmailAddress address) {
        var hash = 31 * project.hashCode() + address.hashCode();
        var batcher = IngestMessages.INGEST.at(Math.floorMod(hash, settings.verticles()));
        return call.claim().map(claim -> requestOnce(batcher, call, claim)).orElseGet(() -> context.bus()
                .request(batcher, call));
    }

    /**
     * Runs one call per idempotency key at a time on this node, because calls with one key may go to different batchers. The
     * key is free before the caller gets the answer and can repeat the call.
     */
    private Future<ApiResponse> requestOnce(
            RequestAddress<IngestCall, ApiResponse> batcher, IngestCall call, IdempotencyClaim claim) {
        var idempotency = context.transaction().keys();
        return idempotency.begin(claim)
                ? context.bus().request(batcher, call).andThen(ignored -> idempotency.end(claim))
                : Future.failedFuture(IdempotencyService.inProgress());
    }
}
