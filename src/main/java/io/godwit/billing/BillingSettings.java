package io.godwit.billing;

import io.godwit.core.SettingsReader;
import io.godwit.web.HttpSettings;
import java.util.Optional;

/**
 * The settings of billing.
 *
 * @param key the key of Stripe's API; billing is off without it
 * @param webhookSecret the secret Stripe signs its events with
 * @param api another base address than Stripe's own
 * @param price the id of the metered price
 * @param onboarding the id of the price of a first, single payment
 * @param meter the name of meter events
 * @param credit the credit of a new customer, in the currency's smallest unit
 * @param free emails a month without a subscription; 0 for any number
 * @param dashboardUrl the address users return to
 */
public record BillingSettings(
        Optional<String> key,
        Optional<String> webhookSecret,
        Optional<String> api,
        Optional<String> price,
        Optional<String> onboarding,
        String meter,
        long credit,
        long free,
        String dashboardUrl) {

    private static final int MAX_VALUE = Integer.MAX_VALUE;

    public boolean enabled() {
        return key.isPresent() && webhookSecret.isPresent();
    }

    @Override
    public String toString() {
        return "BillingSettings";
    }

    public static BillingSettings read(SettingsReader reader, HttpSettings http) {
        var key = reader.optional("billing.stripe.key");
        var secret = reader.optional("billing.stripe.webhook-secret");
        if (key.isPresent() != secret.isPresent()) {
            reader.note(
                    "billing.stripe.key (GODWIT_BILLING_STRIPE_KEY) and billing.stripe.webhook-secret (GODWIT_BILLING_STRIPE_WEBHOOK_SECRET) belong"
                            + " together; give both");
        }
        return new BillingSettings(
                key,
                secret,
                reader.url("billing.stripe.url"),
                reader.optional("billing.stripe.price"),
                reader.optional("billing.stripe.onboarding"),
                reader.required("billing.stripe.meter"),
                reader.number("billing.stripe.credit", 0, MAX_VALUE),
                reader.number("billing.free", 0, MAX_VALUE),
                http.dashboardOrigin().orElse(http.publicUrl()));
    }
}
