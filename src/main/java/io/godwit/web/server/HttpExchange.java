package io.godwit.web.server;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.traces.Span;
import io.godwit.traces.TraceContext;
import io.godwit.web.Access;
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
import io.godwit.web.body.BodyBuffer;
import io.godwit.web.body.QueryParameters;
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
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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
    private final Map<String, String> parameters;
    private final ReceivedBody body;
    private RouteTable.@Nullable Route route;
    private @Nullable Principal principal;
    private ProjectRequestLimiter.@Nullable LimitDecision decision;
    private @Nullable String idempotencyKey;
    private @Nullable QueryParameters query;
    private ByteBudget.@Nullable Reservation reservation;
    private boolean broken;
    private @Nullable String forwardedClient;
    private @Nullable Span span;

    HttpExchange(RoutingContext context, PathRoutes pathRoutes, HttpContext http, ConnectionDeadline deadline) {
        this.request = context.request();
        this.sessionCookie = http.sessionCookie();
        this.body = new ReceivedBody(request);
        this.parameters = context.pathParams();
        this.pathRoutes = pathRoutes;
        this.proxies = http.proxies();
        proxies.check(request);
        this.deadline = deadline;
    }

    /** Nanoseconds since the head came in. */
    long age() {
        return System.nanoTime() - startedNanos;
    }

    /** The span of this request; empty until it is decided whether there is one. */
    @Nullable
    Span span() {
        return span;
    }

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

    /** Empty as long as nothing is declared at the path for the method. */
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
        body.keepDigest();
    }

    /** The bytes of the body received so far. */
    BodyBuffer payload() {
        return body.buffer();
    }

    /** Holds so many bytes of the node's memory until it is answered; throws {@code SERVICE_UNAVAILABLE} when there are none. */
    void reserveMemory(long size, BodyBudgets budgets) {
        if (reservation == null) {
            reservation = principal == null
                    ? budgets.reservation(clientAddress())
                    : budgets.reservation(principal, clientAddress());
        }
        reservation.growTo(size);
    }

    void releaseMemory() {
        if (reservation != null) {
            reservation.end();
        }
    }

    /** Counts the request under way where its client is behind a trusted proxy; throws for one that has too many. */
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

    /** Counts it no longer. */
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

    /** Everything about a large body that takes time; runs on a worker while the event loop does not touch this request. */
    void digestAndParse() {
        body.parseLarge(route());
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
    public String requestId() {
        return requestId;
    }

    @Override
    public String path(String name) {
        var value = Objects.requireNonNull(parameters.get(name));
        if (value.indexOf('\0') >= 0) {
            throw Failure.of(Kind.RESOURCE_NOT_FOUND, "Nothing has such a name");
        }
        return value;
    }

    /** Returns one object at every call, so that a later check reports the mistakes of each reading. */
    @Override
    public Query query() {
        return parameters();
    }

    private QueryParameters parameters() {
        if (query == null) {
            query = QueryParameters.of(request.query());
        }
        return query;
    }

    /** Parses a small body; see {@link ReceivedBody#parse}. */
    void parse() {
        body.parse(route());
    }

    /** Returns one object at every call, because it knows the names that were asked for. */
    @Override
    public JsonBody body() {
        return body.json(route());
    }

    /** Throws a 422 for a parameter of the query or a member of the body that this route never reads. */
    void requireDeclared() {
        if (route().access() == Access.OPEN) {
            return;
        }
        if (!isRead()) {
            parameters().requireKnown(route().parameters());
        }
        if (route().body().bodyless()) {
            body().build(() -> "");
        }
    }

    /**
     * Throws a 422 for a query parameter that was never read. Open routes are exempt: other programs add parameters to their
     * links.
     */
    void requireKnownParameters() {
        if (route().access() != Access.OPEN && isRead()) {
            parameters().requireKnown(Set.of());
        }
    }

    /** True for a request that may have changed something of a project. */
    boolean mayWrite() {
        return route != null
                && !isRead()
                && principal != null
                && principal.grant().isPresent();
    }

    private boolean isRead() {
        return route().method().equals(HttpMethod.GET);
    }

    @Override
    public Upload upload() {
        return body.upload(route());
    }

    @Override
    public byte[] raw() {
        return body.bytes().clone();
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
        return Optional.of(new IdempotencyClaim(principal().scope(), idempotencyKey, body.digest()));
    }
}
