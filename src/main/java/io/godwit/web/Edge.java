package io.godwit.web;

import com.google.common.base.Suppliers;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** What all {@link HttpVerticle}s of a node share; one per node. */
public final class Edge {

    private final HttpSettings settings;
    private final MeterRegistry registry;
    private final List<Routes> features;
    private final Proxies proxies;
    private final ClientLimits clients;
    private final Admission admission;
    private final AnswerWriter writer;
    private final Budgets budgets;
    private final ConnectionLimits connections;
    private final Supplier<byte[]> document;
    private volatile int port;
    private volatile boolean leaving;

    /** One that is not measured; see the other constructor. */
    public Edge(
            HttpSettings settings,
            Authenticator authenticator,
            RateLimits limits,
            BooleanSupplier databaseIsUp,
            List<? extends Routes> features) {
        this(settings, authenticator, limits, databaseIsUp, new CompositeMeterRegistry(), features);
    }

    /** One where nobody signs in; see the next constructor. */
    public Edge(
            HttpSettings settings,
            Authenticator authenticator,
            RateLimits limits,
            BooleanSupplier databaseIsUp,
            MeterRegistry registry,
            List<? extends Routes> features) {
        this(settings, Guards.keysAlone(authenticator), limits, databaseIsUp, registry, features);
    }

    /**
     * Fails on a trusted proxy that is neither an address nor a CIDR range.
     *
     * @param databaseIsUp while it is false, keyed requests get a 503 at once; see {@link io.godwit.db.Availability}
     */
    public Edge(
            HttpSettings settings,
            Guards guards,
            RateLimits limits,
            BooleanSupplier databaseIsUp,
            MeterRegistry registry,
            List<? extends Routes> features) {
        this.settings = settings;
        this.registry = registry;
        this.features = List.copyOf(features);
        this.proxies = new Proxies(settings.trustedProxies());
        this.clients = ClientLimits.of(settings);
        this.admission = new Admission(guards, new Origins(settings), limits, clients, databaseIsUp);
        this.writer = new AnswerWriter(
                new Cors(settings.dashboardOrigin()), settings.publicUrl().startsWith("https:"));
        this.document = Suppliers.memoize(() -> OpenApi.document(api().routes(), settings.publicUrl()));
        this.budgets = new Budgets(settings.largeBodyBytes(), registry);
        this.connections = new ConnectionLimits(settings, registry);
    }

    /** What client addresses may ask; {@link ClientLimits#start} lets the nodes of a cluster count together. */
    public ClientLimits clients() {
        return clients;
    }

    /** The port we listen on, once a verticle has started; 0 before. */
    public int port() {
        return port;
    }

    /** Every route of the features, declared anew, and the document about them. */
    public Api api() {
        var api = new Api();
        features.forEach(feature -> feature.mount(api));
        api.get("/openapi.json").access(Access.OPEN).to(call -> Future.succeededFuture(Answer.ok(document.get())));
        return api;
    }

    /** From now on every answer ends its connection, so that clients and balancers go elsewhere before the port is closed. */
    public void leave() {
        leaving = true;
    }

    boolean isLeaving() {
        return leaving;
    }

    void listensOn(int actualPort) {
        port = actualPort;
    }

    MeterRegistry registry() {
        return registry;
    }

    HttpSettings settings() {
        return settings;
    }

    /** Sentences about what requests have shown to be set up wrongly; empty when all is well. */
    public List<String> warnings() {
        return proxies.isUndeclared() ? List.of(Proxies.WARNING) : List.of();
    }

    Proxies proxies() {
        return proxies;
    }

    Admission admission() {
        return admission;
    }

    AnswerWriter writer() {
        return writer;
    }

    Budgets budgets() {
        return budgets;
    }

    ConnectionLimits connections() {
        return connections;
    }
}
