package io.godwit.billing;

import java.util.Optional;

/**
 * How an installation bills.
 *
 * @param key of Stripe's API; billing is off without it
 * @param webhookSecret what Stripe signs its events with
 * @param api another base address than Stripe's own
 * @param price of what is metered
 * @param onboarding the price of a first, single payment
 * @param meter the name of meter events
 * @param credit given to a new customer, in the currency's smallest unit
 * @param free mails a month without a subscription; 0 for any number
 * @param dashboardUrl where people come back to
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
