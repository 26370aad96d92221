package io.godwit.web.limits;

import io.godwit.web.auth.Principal;
import io.godwit.web.limits.ByteBudget.Reservation;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Limits the memory that request bodies take on a node. Requests with public keys, which anyone can read from a web page, share a
 * quarter of it; all others share the rest. One caller and one client address hold at most half of their part. Bodies of up to 16
 * KB, the most an open route takes, are not counted.
 */
public final class BodyBudgets {

    /** The largest body of any route, in bytes; one such body is accepted wherever the whole budget is large enough for it. */
    private static final long MAX_BYTES = 40L << 20;

    private final ByteBudget ofPublicKeys;
    private final ByteBudget ofOthers;

    public BodyBudgets(long bytes, MeterRegistry registry) {
        this.ofPublicKeys = part(bytes / 4);
        this.ofOthers = part(bytes - bytes / 4);
        gauge(ofPublicKeys, "public", registry);
        gauge(ofOthers, "other", registry);
    }

    private static ByteBudget part(long bytes) {
        return new ByteBudget(bytes, Math.max(bytes / 2, Math.min(bytes, MAX_BYTES)));
    }

    private static void gauge(ByteBudget budget, String callers, MeterRegistry registry) {
        Gauge.builder("godwit.http.body.budget.free", budget, ByteBudget::left)
                .tag("callers", callers)
                .baseUnit("bytes")
                .description("Bytes of large bodies this node may still take")
                .register(registry);
    }

    public Reservation loan(Principal principal, String clientAddress) {
        var budget = principal.isPublic() ? ofPublicKeys : ofOthers;
        return new Reservation(budget, principal.account(), AddressRateLimiter.network(clientAddress));
    }
}
