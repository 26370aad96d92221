package io.godwit.web.limits;

import io.godwit.web.auth.Principal;
import io.godwit.web.limits.ByteBudget.Reservation;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Limits the memory that request bodies take on a node. Requests with public keys, which anyone can read from a web page, share a
 * quarter of it, and all others the rest; requests without a key or a session have an eighth on top. One caller and one client address
 * hold at most half of their part. Bodies of up to 16 KB, the most that nearly all open routes take, are not counted.
 */
public final class BodyBudgets {

    /** The largest body of any route, in bytes; one such body is accepted wherever the whole budget is large enough for it. */
    private static final long MAX_BYTES = 40L << 20;

    /** The largest body of a route that needs neither a key nor a session, in bytes: a provider's notification. */
    private static final long MAX_ANONYMOUS_BYTES = 2L << 20;

    private static final int PUBLIC_DIVISOR = 4;
    private static final int ANONYMOUS_DIVISOR = 8;

    private final ByteBudget ofPublicKeys;
    private final ByteBudget ofAnonymous;
    private final ByteBudget ofOthers;

    public BodyBudgets(long bytes, MeterRegistry registry) {
        this.ofPublicKeys = part(bytes / PUBLIC_DIVISOR, MAX_BYTES);
        this.ofAnonymous = part(Math.max(bytes / ANONYMOUS_DIVISOR, MAX_ANONYMOUS_BYTES), MAX_ANONYMOUS_BYTES);
        this.ofOthers = part(bytes - bytes / PUBLIC_DIVISOR, MAX_BYTES);
        gauge(ofPublicKeys, "public", registry);
        gauge(ofAnonymous, "anonymous", registry);
        gauge(ofOthers, "other", registry);
    }

    private static ByteBudget part(long bytes, long largestBody) {
        return new ByteBudget(bytes, Math.max(bytes / 2, Math.min(bytes, largestBody)));
    }

    private static void gauge(ByteBudget budget, String callers, MeterRegistry registry) {
        Gauge.builder("godwit.http.body.budget.free", budget, ByteBudget::left)
                .tag("callers", callers)
                .baseUnit("bytes")
                .description("Bytes of large bodies this node may still take")
                .register(registry);
    }

    /** An empty reservation for a request of this principal, which grows with the body. */
    public Reservation reservation(Principal principal, String clientAddress) {
        var budget = principal.isPublic() ? ofPublicKeys : ofOthers;
        return new Reservation(budget, principal.account(), AddressRateLimiter.network(clientAddress));
    }

    /** An empty reservation for a request without a key or a session, counted for its client address alone. */
    public Reservation reservation(String clientAddress) {
        var address = AddressRateLimiter.network(clientAddress);
        return new Reservation(ofAnonymous, address, address);
    }
}
