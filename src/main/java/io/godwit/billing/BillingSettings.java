package io.godwit.billing;

import io.godwit.core.SettingsReader;
import io.godwit.core.id.ProjectId;
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
 * @param otherDashboard the base address of a dashboard on another server, which users return to; empty: to ours
 * @param publicUrl the base address of our own pages
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
        Optional<String> otherDashboard,
        String publicUrl) {

    private static final int MAX_VALUE = Integer.MAX_VALUE;

    public boolean enabled() {
        return key.isPresent() && webhookSecret.isPresent();
    }

    @Override
    public String toString() {
        return "BillingSettings";
    }

    /**
     * The page users return to from Stripe.
     *
     * @param outcome how a checkout ended, a query parameter such as {@code success=true}; empty after a look at the portal
     */
    String returnUrl(ProjectId project, String outcome) {
        var ending = outcome.isEmpty() ? "" : "&" + outcome;
        return otherDashboard
                .map(dashboard -> dashboard + "/settings?tab=billing" + ending)
                .orElseGet(() -> publicUrl + "/app/p/" + project + "/billing" + ending.replace('&', '?'));
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
                http.dashboardOrigin().filter(origin -> !origin.equals(http.publicUrl())),
                http.publicUrl());
    }
}
