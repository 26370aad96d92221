package io.godwit.billing;

import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A call Stripe has to receive.
 *
 * @param id the idempotency key, which makes repeating the call harmless
 * @param fence the fence of the claim
 * @param attempts the number of attempts before this one
 */
record StripeTask(
        UUID id,
        Kind kind,
        Optional<ProjectId> project,
        Map<String, @Nullable Object> details,
        long fence,
        int attempts) {

    /** The kind of call. */
    enum Kind {
        METER,
        CANCEL,
        CREDIT,
        RENAME,
        REFUND,
        BLOCK
    }

    /** A task that follows from an event; the same event leads to the same task. */
    static StripeTask after(String event, Kind kind, Tenant tenant, Map<String, @Nullable Object> details) {
        return new StripeTask(id(event, kind), kind, Optional.of(tenant.project()), details, 0, 0);
    }

    /**
     * Ends a subscription at once.
     *
     * @param invoices whether its usage since the last invoice is still to be paid
     */
    static StripeTask cancel(Tenant tenant, String subscription, boolean invoices) {
        return after(
                subscription,
                Kind.CANCEL,
                tenant,
                Map.of("subscription", subscription, "invoice", String.valueOf(invoices)));
    }

    static StripeTask after(String event, Kind kind, Map<String, @Nullable Object> details) {
        return new StripeTask(id(event, kind), kind, Optional.empty(), details, 0, 0);
    }

    private static UUID id(String event, Kind kind) {
        return UUID.nameUUIDFromBytes((event + " " + kind).getBytes(StandardCharsets.UTF_8));
    }

    String text(String name) {
        return String.valueOf(details.get(name));
    }

    /** The idempotency key sent with the request, by which Stripe recognises a repetition. */
    String key() {
        return "godwit-" + id;
    }
}
