package io.godwit.config;

import io.godwit.billing.BillingSettings;
import io.godwit.reputation.ReputationSettings;
import io.godwit.web.HttpSettings;

/** Settings of billing and reputation, which limit the emails of projects. */
public record BillingModuleSettings(BillingSettings billing, ReputationSettings reputation) {

    private static final int MAX_VALUE = Integer.MAX_VALUE;

    static BillingModuleSettings of(SettingsReader page, HttpSettings http) {
        var billing = billing(page, http);
        var disable = page.optionalFlag("reputation.suspend").orElse(billing.enabled());
        return new BillingModuleSettings(
                billing, new ReputationSettings(disable, page.duration("reputation.min-suspension")));
    }

    private static BillingSettings billing(SettingsReader page, HttpSettings http) {
        var key = page.optional("billing.stripe.key");
        var secret = page.optional("billing.stripe.webhook-secret");
        if (key.isPresent() != secret.isPresent()) {
            page.note(
                    "billing.stripe.key (GODWIT_BILLING_STRIPE_KEY) and billing.stripe.webhook-secret (GODWIT_BILLING_STRIPE_WEBHOOK_SECRET) belong"
                            + " together; give both");
        }
        return new BillingSettings(
                key,
                secret,
                page.url("billing.stripe.url"),
                page.optional("billing.stripe.price"),
                page.optional("billing.stripe.onboarding"),
                page.required("billing.stripe.meter"),
                page.number("billing.stripe.credit", 0, MAX_VALUE),
                page.number("billing.free", 0, MAX_VALUE),
                http.dashboardOrigin().orElse(http.publicUrl()));
    }
}
