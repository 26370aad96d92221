package io.godwit.billing;

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

    public boolean enabled() {
        return key.isPresent() && webhookSecret.isPresent();
    }

    @Override
    public String toString() {
        return "BillingSettings";
    }
}
