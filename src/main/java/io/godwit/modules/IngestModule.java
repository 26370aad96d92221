package io.godwit.modules;

import io.godwit.config.NodeRole;
import io.godwit.ingest.BatchTransaction;
import io.godwit.ingest.IngestGateway;
import io.godwit.ingest.TrackRoutes;
import io.godwit.sending.api.SendGateway;
import io.godwit.web.Routes;
import io.godwit.web.limits.AddressRateLimiter;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Supplier;

/** Wires {@code POST /v1/track} and the batches that commit tracked events and sends together. */
public final class IngestModule implements FeatureModule {

    private final NodeContext node;
    private final SharedServices shared;
    private final IngestGateway gateway;
    private final Supplier<Future<?>> stop;

    /** Blocks until a node with the role {@code http} takes calls. */
    public IngestModule(NodeContext node, SharedServices shared, BillingModule billing) {
        this.node = node;
        this.shared = shared;
        var settings = node.settings();
        var newContacts =
                new AddressRateLimiter("ratelimit.contacts", settings.newContactsPerMinute(), System::nanoTime);
        var transaction = new BatchTransaction(
                shared.contacts(), shared.events(), shared.outbox(), shared.idempotencyKeys(), billing.quota());
        this.gateway = new IngestGateway(
                node.database(),
                node.bus(),
                transaction,
                newContacts::admit,
                node.meters(),
                node.tracer(),
                settings.ingest());
        this.stop = node.has(NodeRole.HTTP) ? start(newContacts) : Future::succeededFuture;
    }

    private Supplier<Future<?>> start(AddressRateLimiter newContacts) {
        var counts = newContacts.start(node.vertx(), node.bus());
        var deployment = gateway.start(node.vertx()).await();
        return () -> node.vertx().undeploy(deployment).eventually(counts::stop);
    }

    SendGateway gateway() {
        return gateway;
    }

    @Override
    public List<Routes> routes() {
        return List.of(new TrackRoutes(gateway, shared.events(), shared.idempotency(), node.crypto()));
    }

    @Override
    public Future<?> close() {
        return stop.get();
    }
}
