package io.godwit.web;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant.Caller;
import io.godwit.web.Authenticator.Grant;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Decides whether a request comes in, before its body or any id in it is looked at: who calls, whether that key or member may
 * call this route, whether the project may write, and how much it has called lately. While the database is away every request
 * with credentials is refused at once instead of waiting.
 */
final class Admission {

    private static final int LONGEST_IDEMPOTENCY_KEY = 255;

    private final Guards guards;
    private final Origins origins;
    private final Membership membership;
    private final RateLimits limits;
    private final ClientLimits clients;
    private final BooleanSupplier databaseIsUp;

    Admission(Guards guards, Origins origins, RateLimits limits, ClientLimits clients, BooleanSupplier databaseIsUp) {
        this.guards = guards;
        this.origins = origins;
        this.membership = new Membership(guards);
        this.limits = limits;
        this.clients = clients;
        this.databaseIsUp = databaseIsUp;
    }

    /** Who calls. Fails with a 401 when nobody we know does. */
    Future<Optional<Visitor>> identify(Exchange exchange) {
        var route = exchange.route();
        if (route.access() == Access.OPEN) {
            if (route.fromUs()) {
                origins.checkOrigin(exchange.request());
            }
            if (route.perClient()) {
                clients.open().require(exchange.clientAddress());
            }
            return Future.succeededFuture(Optional.empty());
        }
        var cookie = cookie(exchange);
        if (cookie.isPresent()) {
            origins.check(exchange.request());
            requireDatabase();
            return membership.of(exchange, cookie.get()).map(Optional::of);
        }
        var key = Credentials.key(exchange.request());
        requireDatabase();
        return guards.keys().authenticate(key).map(grant -> Optional.of(Visitor.withKey(grant)));
    }

    private static Optional<String> cookie(Exchange exchange) {
        return switch (exchange.route().access()) {
            case OPEN, ANY_KEY, KEY_ALONE -> Optional.empty();
            case SECRET_KEY, USER ->
                Credentials.areIn(exchange.request()) ? Optional.empty() : SessionCookies.token(exchange.request());
        };
    }

    private void requireDatabase() {
        if (!databaseIsUp.getAsBoolean()) {
            throw Failure.later(Kind.SERVICE_UNAVAILABLE, "The database is away; try again", 1);
        }
    }

    /** Lets the caller in, or throws what forbids it. */
    void admit(Exchange exchange, Visitor visitor) {
        visitor.grant().ifPresent(grant -> check(exchange, grant));
        exchange.admit(visitor);
        if (visitor.isPublic()) {
            clients.publicKeys().require(exchange.clientAddress());
        }
        var ownLimit = visitor.user().isPresent()
                ? 0
                : visitor.grant().map(Grant::requestsPerMinute).orElse(0);
        limits.admit(visitor.account(), ownLimit).ifPresent(verdict -> count(exchange, verdict));
        if (exchange.route().idempotent()) {
            readIdempotencyKey(exchange);
        }
    }

    private static void check(Exchange exchange, Grant grant) {
        var route = exchange.route();
        if (route.access() != Access.ANY_KEY && grant.tenant().caller() == Caller.PUBLIC_KEY) {
            throw Failure.of(Kind.INVALID_API_KEY, "A public key cannot be used here; use the secret key");
        }
        if (!grant.scope().opens(route)) {
            throw Failure.of(Kind.INVALID_API_KEY, "This key's scope does not reach so far");
        }
        Membership.requireProjectOfPath(exchange, grant);
        if (!grant.role().includes(route.role())) {
            throw Failure.of(Kind.FORBIDDEN, "Your role in this project does not allow this");
        }
        if (grant.disabled() && !route.method().equals(HttpMethod.GET) && !route.evenDisabled()) {
            throw Failure.of(Kind.PROJECT_DISABLED, "The project is disabled");
        }
    }

    private static void count(Exchange exchange, RateLimits.Verdict verdict) {
        exchange.count(verdict);
        if (!verdict.admitted()) {
            throw Failure.later(Kind.RATE_LIMIT_EXCEEDED, "Too many requests", verdict.retrySeconds());
        }
    }

    private static void readIdempotencyKey(Exchange exchange) {
        var headers = exchange.request().headers();
        var key = headers.get(Headers.IDEMPOTENCY_KEY);
        if (key == null) {
            return;
        }
        if (!isGood(key) || headers.getAll(Headers.IDEMPOTENCY_KEY).size() > 1) {
            throw Failure.invalid(
                    "Idempotency-Key", "invalid_string", "Idempotency-Key must be 1 to 255 printable ASCII characters");
        }
        exchange.repeatableAs(key);
    }

    private static boolean isGood(String key) {
        return !key.isEmpty()
                && key.length() <= LONGEST_IDEMPOTENCY_KEY
                && key.chars().allMatch(character -> character >= 0x20 && character <= 0x7E);
    }
}
