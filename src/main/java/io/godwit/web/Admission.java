package io.godwit.web;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant.Caller;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Decides whether a request comes in, before its body or any id in it is looked at: who calls, whether that key may call
 * this route, whether the project may write, and how much it has called lately. While the database is away every keyed
 * request is refused at once instead of waiting.
 */
final class Admission {

    private static final int LONGEST_IDEMPOTENCY_KEY = 255;

    private final Authenticator authenticator;
    private final RateLimits limits;
    private final BooleanSupplier databaseIsUp;

    Admission(Authenticator authenticator, RateLimits limits, BooleanSupplier databaseIsUp) {
        this.authenticator = authenticator;
        this.limits = limits;
        this.databaseIsUp = databaseIsUp;
    }

    /** Who calls. Fails with a 401 when nobody we know does. */
    Future<Optional<Authenticator.Grant>> identify(Exchange exchange) {
        if (exchange.route().access() == Access.OPEN) {
            return Future.succeededFuture(Optional.empty());
        }
        var key = Credentials.key(exchange.request());
        if (!databaseIsUp.getAsBoolean()) {
            throw Failure.later(Kind.SERVICE_UNAVAILABLE, "The database is away; try again", 1);
        }
        return authenticator.authenticate(key).map(Optional::of);
    }

    /** Lets the caller in, or throws what forbids it. */
    void admit(Exchange exchange, Authenticator.Grant grant) {
        var route = exchange.route();
        if (route.access() == Access.SECRET_KEY && grant.tenant().caller() == Caller.PUBLIC_KEY) {
            throw Failure.of(Kind.INVALID_API_KEY, "A public key cannot be used here; use the secret key");
        }
        if (grant.disabled() && !route.method().equals(HttpMethod.GET)) {
            throw Failure.of(Kind.PROJECT_DISABLED, "The project is disabled");
        }
        exchange.admit(grant);
        limits.admit(grant.tenant().project(), grant.requestsPerMinute())
                .ifPresent(verdict -> count(exchange, verdict));
        if (route.idempotent()) {
            readIdempotencyKey(exchange);
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
