package io.godwit.web.server;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.MemberRole;
import io.godwit.core.Tenant.Caller;
import io.godwit.web.Access;
import io.godwit.web.KeyAuthenticator.Grant;
import io.godwit.web.auth.Authenticators;
import io.godwit.web.auth.BearerToken;
import io.godwit.web.auth.CsrfGuard;
import io.godwit.web.auth.Principal;
import io.godwit.web.limits.ClientLimits;
import io.godwit.web.limits.KeyUseLog;
import io.godwit.web.limits.ProjectRequestLimiter;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Authenticates and authorizes a request before its body or any id in it is read: finds the principal and checks that the key or
 * member may call the route, that the project may write, and that its rate limit allows the call. While the database is
 * unavailable every request with credentials is refused at once instead of waiting.
 */
final class RequestAuthorizer {

    private static final int MAX_IDEMPOTENCY_KEY_LENGTH = 255;

    private final Authenticators authenticators;
    private final CsrfGuard csrfGuard;
    private final MembershipResolver membership;
    private final ProjectRequestLimiter limiter;
    private final ClientLimits clients;
    private final BooleanSupplier databaseIsUp;
    private final KeyUseLog keyUses = new KeyUseLog();

    RequestAuthorizer(
            Authenticators authenticators,
            CsrfGuard csrfGuard,
            ProjectRequestLimiter limiter,
            ClientLimits clients,
            BooleanSupplier databaseIsUp) {
        this.authenticators = authenticators;
        this.csrfGuard = csrfGuard;
        this.membership = new MembershipResolver(authenticators);
        this.limiter = limiter;
        this.clients = clients;
        this.databaseIsUp = databaseIsUp;
    }

    /** Finds the principal. Fails with a 401 when the credentials belong to none. */
    Future<Optional<Principal>> identify(HttpExchange exchange) {
        var route = exchange.route();
        if (route.access() == Access.OPEN) {
            if (route.callers().sameSiteOnly()) {
                checkSite(exchange);
            }
            if (route.callers().perClient()) {
                clients.open().require(exchange.clientAddress());
            }
            return Future.succeededFuture(Optional.empty());
        }
        var cookie = cookie(exchange);
        if (cookie.isPresent()) {
            csrfGuard.check(exchange.request());
            requireDatabase();
            return membership.resolve(exchange, cookie.get()).map(Optional::of);
        }
        var key = BearerToken.key(exchange.request());
        requireDatabase();
        return authenticators.keys().authenticate(key).map(grant -> Optional.of(Principal.withKey(grant)));
    }

    private void checkSite(HttpExchange exchange) {
        if (exchange.route().body().form()) {
            csrfGuard.checkForm(exchange.request());
        } else {
            csrfGuard.checkOrigin(exchange.request());
        }
    }

    private static Optional<String> cookie(HttpExchange exchange) {
        return switch (exchange.route().access()) {
            case OPEN, ANY_KEY, KEY_ALONE -> Optional.empty();
            case SECRET_KEY, USER -> BearerToken.areIn(exchange.request()) ? Optional.empty() : exchange.sessionToken();
        };
    }

    private void requireDatabase() {
        if (!databaseIsUp.getAsBoolean()) {
            throw Failure.later(Kind.SERVICE_UNAVAILABLE, "The database is away; try again", 1);
        }
    }

    /** Admits the request of the principal and counts it; throws the failure of a request that is not allowed. */
    void admit(HttpExchange exchange, Principal principal) {
        principal.grant().ifPresent(grant -> check(exchange, grant));
        principal.grant().ifPresent(grant -> noteUse(exchange, grant));
        exchange.admit(principal);
        if (principal.isPublic()) {
            clients.publicKeys().require(exchange.clientAddress());
        }
        if (!exchange.route().stream()) {
            countRequest(principal).ifPresent(decision -> count(exchange, decision));
        }
        if (exchange.route().idempotent()) {
            readIdempotencyKey(exchange);
        }
    }

    private void noteUse(HttpExchange exchange, Grant grant) {
        keyUses.note(grant, exchange.clientAddress(), Map.entry("request", exchange.requestId()));
    }

    private Optional<ProjectRequestLimiter.LimitDecision> countRequest(Principal principal) {
        return principal.user().isPresent()
                ? limiter.admitUser(principal.account())
                : limiter.admit(
                        principal.account(),
                        principal.grant().map(Grant::requestsPerMinute).orElse(0));
    }

    private static Failure roleTooLow(MemberRole needed) {
        var who = needed == MemberRole.OWNER ? "the owner" : "an administrator or the owner";
        return Failure.of(Kind.FORBIDDEN, "Only " + who + " of the project may do this")
                .with("requiredRole", needed.name());
    }

    private static void check(HttpExchange exchange, Grant grant) {
        var route = exchange.route();
        if (route.access() != Access.ANY_KEY && grant.tenant().caller() == Caller.PUBLIC_KEY) {
            throw Failure.of(Kind.INVALID_API_KEY, "A public key cannot be used here; use the secret key");
        }
        if (!grant.scope().opens(route)) {
            throw Failure.of(Kind.INVALID_API_KEY, "This key's scope does not reach so far");
        }
        MembershipResolver.requireProjectOfPath(exchange, grant);
        if (!grant.role().includes(route.callers().role())) {
            throw roleTooLow(route.callers().role());
        }
        if (grant.disabled()
                && !route.method().equals(HttpMethod.GET)
                && !route.callers().evenDisabled()) {
            throw Failure.of(Kind.PROJECT_DISABLED, "The project is disabled");
        }
    }

    private static void count(HttpExchange exchange, ProjectRequestLimiter.LimitDecision decision) {
        exchange.count(decision);
        if (!decision.admitted()) {
            throw Failure.later(Kind.RATE_LIMIT_EXCEEDED, "Too many requests", decision.retrySeconds());
        }
    }

    private static void readIdempotencyKey(HttpExchange exchange) {
        var headers = exchange.request().headers();
        var key = headers.get(HttpHeaderValues.IDEMPOTENCY_KEY);
        if (key == null) {
            return;
        }
        if (!isWellFormed(key)
                || headers.getAll(HttpHeaderValues.IDEMPOTENCY_KEY).size() > 1) {
            throw Failure.invalid(
                    "Idempotency-Key", "invalid_string", "Idempotency-Key must be 1 to 255 printable ASCII characters");
        }
        exchange.repeatableAs(key);
    }

    private static boolean isWellFormed(String key) {
        return !key.isEmpty()
                && key.length() <= MAX_IDEMPOTENCY_KEY_LENGTH
                && key.chars().allMatch(character -> character >= 0x20 && character <= 0x7E);
    }
}
