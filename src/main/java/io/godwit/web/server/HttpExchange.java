package io.godwit.web.server;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.traces.Span;
import io.godwit.traces.TraceContext;
import io.godwit.web.ApiRequest;
import io.godwit.web.HeaderDeclaration;
import io.godwit.web.IdempotencyClaim;
import io.godwit.web.JsonBody;
import io.godwit.web.KeyAuthenticator;
import io.godwit.web.Query;
import io.godwit.web.RouteTable;
import io.godwit.web.SessionLookup.SignedIn;
import io.godwit.web.TrustedProxies;
import io.godwit.web.Upload;
import io.godwit.web.auth.CsrfGuard;
import io.godwit.web.auth.HostCookie;
import io.godwit.web.auth.Principal;
import io.godwit.web.limits.BodyBudgets;
import io.godwit.web.limits.ByteBudget;
import io.godwit.web.limits.ConnectionLimiter;
import io.godwit.web.limits.ProjectRequestLimiter;
import io.godwit.web.server.ConnectionSupervisor.ConnectionDeadline;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One request with its response, from the head to the last byte, as the pipeline and the handlers use it. Touched only on its
 * connection's event loop.
 */
final class HttpExchange implements ApiRequest {

    private final HttpServerRequest request;
    private final TrustedProxies proxies;
    private final HostCookie sessionCookie;
    private final ConnectionDeadline deadline;
    private final long startedNanos = System.nanoTime();
    private final String requestId = Ids.next().toString();
    private final PathRoutes pathRoutes;
    private final RequestInput input;
    private RouteTable.@Nullable Route route;
    private @Nullable Principal principal;
    private ProjectRequestLimiter.@Nullable LimitDecision decision;
    private @Nullable String idempotencyKey;
    private ByteBudget.@Nullable Reservation reservation;
    private boolean broken;
    private @Nullable String forwardedClient;
    private @Nullable Span span;

    HttpExchange(RoutingContext context, PathRoutes pathRoutes, HttpContext http, ConnectionDeadline deadline) {
        this.request = context.request();
        this.sessionCookie = http.sessionCookie();
        this.input = new RequestInput(request, context.pathParams());
        this.pathRoutes = pathRoutes;
        this.proxies = http.proxies();
        proxies.check(request);
        this.deadline = deadline;
    }

    /** Returns the time since the head came in, in nanoseconds. */
    long age() {
        return System.nanoTime() - startedNanos;
    }

    /** Returns the span of this request; null until {@link #record} was called. */
    @Nullable
    Span span() {
        return span;
    }

    /** Keeps the span of this request, which records nothing where the request is not traced. */
    void record(Span decided) {
        span = decided;
    }

    HttpServerRequest request() {
        return request;
    }

    ConnectionDeadline deadline() {
        return deadline;
    }

    PathRoutes pathRoutes() {
        return pathRoutes;
    }

    void setRoute(RouteTable.Route route) {
        this.route = route;
    }

    RouteTable.Route route() {
        return Objects.requireNonNull(route);
    }

    /** Returns the route; empty before {@link #setRoute}, and when nothing is declared at the path for the method. */
    Optional<RouteTable.Route> routeIfAny() {
        return Optional.ofNullable(route);
    }

    void admit(Principal principal) {
        this.principal = principal;
    }

    void count(ProjectRequestLimiter.LimitDecision decision) {
        this.decision = decision;
    }

    Optional<ProjectRequestLimiter.LimitDecision> limitDecision() {
        return Optional.ofNullable(decision);
    }

    void repeatableAs(String key) {
        idempotencyKey = key;
        input.body().keepDigest();
    }

    /** Returns the parameters and the body, as the pipeline reads and checks them. */
    RequestInput input() {
        return input;
    }

    /**
     * Reserves so many bytes of the node's memory in all until {@link #releaseMemory}; throws {@code SERVICE_UNAVAILABLE} when so many
     * are not free.
     *
     * @param size of the body received so far
     */
    void reserveMemory(long size, BodyBudgets budgets) {
        if (reservation == null) {
            reservation = principal == null
                    ? budgets.reservation(clientAddress())
                    : budgets.reservation(principal, clientAddress());
        }
        reservation.growTo(size);
    }

    /** Frees the memory that was reserved; called when the request is answered. */
    void releaseMemory() {
        if (reservation != null) {
            reservation.end();
        }
    }

    /**
     * Counts the request as one of its client's until {@link #leave}, where the client is behind a trusted proxy; throws {@code
     * RATE_LIMIT_EXCEEDED} when the client has too many at once.
     */
    void enter(ConnectionLimiter limiter) {
        var client = clientAddress();
        if (!client.equals(request.remoteAddress().hostAddress())) {
            if (!limiter.open(client)) {
                throw Failure.later(
                        Kind.RATE_LIMIT_EXCEEDED, "Too many requests from your address at once; try again", 1);
            }
            forwardedClient = client;
        }
    }

    /** Counts the request as one of its client's no longer. */
    void leave(ConnectionLimiter limiter) {
        if (forwardedClient != null) {
            limiter.close(forwardedClient);
        }
    }

    /** Marks the request as broken off: its client sends nothing more that can be read. */
    void breakOff() {
        broken = true;
    }

    boolean isBroken() {
        return broken;
    }

    @Override
    public Tenant tenant() {
        return grant().tenant();
    }

    @Override
    public MemberRole role() {
        return grant().role();
    }

    private KeyAuthenticator.Grant grant() {
        return principal().grant().orElseThrow(() -> new IllegalStateException("A user alone has no tenant"));
    }

    private Principal principal() {
        if (principal == null) {
            throw new IllegalStateException("An open route has no tenant");
        }
        return principal;
    }

    @Override
    public Optional<SignedIn> user() {
        return principal == null ? Optional.empty() : principal.user();
    }

    @Override
    public Optional<String> sessionToken() {
        return sessionCookie.value(request.headers().getAll(HttpHeaders.COOKIE));
    }

    @Override
    public boolean isCrossSite() {
        return CsrfGuard.isCrossSite(request);
    }

    @Override
    public boolean isHttp10() {
        return request.version() == HttpVersion.HTTP_1_0;
    }

    @Override
    public boolean isHead() {
        return request.method().equals(HttpMethod.HEAD);
    }

    @Override
    public String requestId() {
        return requestId;
    }

    @Override
    public String path(String name) {
        return input.path(name);
    }

    /** Returns one object at every call, so that a later check reports the mistakes of each reading. */
    @Override
    public Query query() {
        return input.query();
    }

    /** Returns one object at every call, because it knows the names that were asked for. */
    @Override
    public JsonBody body() {
        return input.body().json(route());
    }

    /** True for a request that may have changed something of a project. */
    boolean mayWrite() {
        return route != null
                && !route.method().equals(HttpMethod.GET)
                && principal != null
                && principal.grant().isPresent();
    }

    @Override
    public Upload upload() {
        return input.body().upload(route());
    }

    @Override
    public byte[] raw() {
        return input.body().bytes().clone();
    }

    @Override
    public Optional<String> header(String name) {
        HeaderDeclaration.require(route(), name);
        return Optional.ofNullable(request.getHeader(name));
    }

    @Override
    public Optional<TraceContext> trace() {
        return span == null ? Optional.empty() : span.context();
    }

    @Override
    public String clientAddress() {
        return proxies.clientOf(request);
    }

    @Override
    public Optional<IdempotencyClaim> claim() {
        if (idempotencyKey == null) {
            return Optional.empty();
        }
        return Optional.of(new IdempotencyClaim(
                principal().scope(), idempotencyKey, input.body().digest()));
    }
}
