package io.godwit.web.server;

import io.godwit.traces.Tracer;
import io.godwit.web.HttpSettings;
import io.godwit.web.KeyAuthenticator;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.TrustedProxies;
import io.godwit.web.WriteListener;
import io.godwit.web.auth.Authenticators;
import io.godwit.web.auth.CsrfGuard;
import io.godwit.web.auth.HostCookie;
import io.godwit.web.auth.SessionCookieCodec;
import io.godwit.web.limits.BodyBudgets;
import io.godwit.web.limits.ClientLimits;
import io.godwit.web.limits.ConnectionLimiter;
import io.godwit.web.limits.ProjectRequestLimiter;
import io.godwit.web.openapi.OpenApiRoutes;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The objects that all {@link HttpVerticle}s of a node share; one per node. */
public final class HttpContext {

    private final HttpSettings settings;
    private final MeterRegistry registry;
    private final List<Routes> features;
    private final TrustedProxies proxies;
    private final HostCookie sessionCookie;
    private final ClientLimits clients;
    private final RequestAuthorizer authorizer;
    private final ResponseWriter writer;
    private final BodyBudgets budgets;
    private final ConnectionLimiter connections;
    private final OpenApiRoutes document;
    private volatile int port;
    private volatile boolean draining;
    private volatile WriteListener writes = (route, call) -> {};
    private volatile Tracer tracer = Tracer.OFF;

    /** Makes a context without sign-in; see the next constructor. */
    public HttpContext(
            HttpSettings settings,
            KeyAuthenticator authenticator,
            ProjectRequestLimiter limiter,
            BooleanSupplier databaseIsUp,
            MeterRegistry registry,
            List<? extends Routes> features) {
        this(settings, Authenticators.keysAlone(authenticator), limiter, databaseIsUp, registry, features);
    }

    /**
     * Fails on a trusted proxy that is neither an address nor a CIDR range.
     *
     * @param databaseIsUp while it is false, keyed requests get a 503 at once; see {@link io.godwit.db.DatabaseAvailability}
     */
    public HttpContext(
            HttpSettings settings,
            Authenticators authenticators,
            ProjectRequestLimiter limiter,
            BooleanSupplier databaseIsUp,
            MeterRegistry registry,
            List<? extends Routes> features) {
        this.settings = settings;
        this.registry = registry;
        this.features = List.copyOf(features);
        this.proxies = new TrustedProxies(settings.trustedProxies());
        this.clients = ClientLimits.of(settings);
        this.authorizer =
                new RequestAuthorizer(authenticators, new CsrfGuard(settings), limiter, clients, databaseIsUp);
        var https = settings.publicUrl().startsWith("https:");
        this.sessionCookie = SessionCookieCodec.cookie(https);
        this.writer = new ResponseWriter(new CorsPolicy(settings.dashboardOrigin()), https);
        this.document = new OpenApiRoutes(() -> api().routes(), settings.publicUrl());
        this.budgets = new BodyBudgets(settings.largeBodyBytes(), registry);
        this.connections = new ConnectionLimiter(settings, registry);
    }

    /** The limits of client addresses; {@link ClientLimits#start} lets the nodes of a cluster count together. */
    public ClientLimits clients() {
        return clients;
    }

    /** The port the server listens on, once a verticle has started; 0 before. */
    public int port() {
        return port;
    }

    /** Declares every route of the features and of the OpenAPI document in a new table. */
    public RouteTable api() {
        var api = new RouteTable();
        features.forEach(feature -> feature.mount(api));
        document.mount(api);
        return api;
    }

    /** Has every answer end its connection from now on, so that clients and balancers go elsewhere before the port is closed. */
    public void leave() {
        draining = true;
    }

    /** Tells {@code listener} about every successful request that may have changed something in a project. */
    public void onWrite(WriteListener listener) {
        writes = listener;
    }

    /** Records spans of requests with this tracer; before a verticle starts. */
    public void traceBy(Tracer tracer) {
        this.tracer = tracer;
    }

    Tracer tracer() {
        return tracer;
    }

    void succeeded(HttpExchange exchange) {
        if (exchange.mayWrite()) {
            writes.written(exchange.route(), exchange);
        }
    }

    boolean isDraining() {
        return draining;
    }

    void listensOn(int actualPort) {
        port = actualPort;
    }

    public MeterRegistry registry() {
        return registry;
    }

    HttpSettings settings() {
        return settings;
    }

    /** Sentences about what requests have shown to be set up wrongly; empty when all is well. */
    public List<String> warnings() {
        return proxies.isUndeclared() ? List.of(TrustedProxies.WARNING) : List.of();
    }

    TrustedProxies proxies() {
        return proxies;
    }

    HostCookie sessionCookie() {
        return sessionCookie;
    }

    RequestAuthorizer authorizer() {
        return authorizer;
    }

    ResponseWriter writer() {
        return writer;
    }

    BodyBudgets budgets() {
        return budgets;
    }

    ConnectionLimiter connections() {
        return connections;
    }
}
