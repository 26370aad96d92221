package io.godwit.config;

import io.godwit.billing.BillingSettings;
import io.godwit.reputation.ReputationSettings;
import io.godwit.web.HttpSettings;

/** What concerns what projects may do. */
public record BillingModuleSettings(BillingSettings billing, ReputationSettings reputation) {

    private static final int MOST = Integer.MAX_VALUE;

    static BillingModuleSettings of(SettingsReader page, HttpSettings http) {
        var billing = billing(page, http);
        var disable = page.optionalFlag("reputation.disable").orElse(billing.enabled());
        return new BillingModuleSettings(billing, new ReputationSettings(disable, page.duration("reputation.pause")));
    }

    private static BillingSettings billing(SettingsReader page, HttpSettings http) {
        var key = page.optional("stripe.key");
        var secret = page.optional("stripe.webhook.secret");
        if (key.isPresent() != secret.isPresent()) {
            page.note("stripe.key (GODWIT_STRIPE_KEY) and stripe.webhook.secret (GODWIT_STRIPE_WEBHOOK_SECRET) belong"
                    + " together; give both");
        }
        return new BillingSettings(
                key,
                secret,
                page.url("stripe.url"),
                page.optional("stripe.price"),
                page.optional("stripe.onboarding"),
                page.required("stripe.meter"),
                page.number("stripe.credit", 0, MOST),
                page.number("billing.free", 0, MOST),
                http.dashboardOrigin().orElse(http.publicUrl()));
    }
}
