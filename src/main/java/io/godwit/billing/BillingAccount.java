package io.godwit.billing;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The payer of a project, and the limits its owners set.
 *
 * @param caps emails a month by category, kept for the next subscription when one ends; a category without a cap is unlimited
 */
record BillingAccount(
        Optional<String> customer,
        Optional<String> subscription,
        Optional<String> currency,
        Map<QuotaCategory, Long> caps) {

    static final BillingAccount NONE =
            new BillingAccount(Optional.empty(), Optional.empty(), Optional.empty(), Map.of());

    BillingAccount {
        var copy = new EnumMap<QuotaCategory, Long>(QuotaCategory.class);
        copy.putAll(caps);
        caps = Map.copyOf(copy);
    }

    /** The cap that holds back emails of the category: without a subscription there is nothing to pay, and none does. */
    Optional<Long> cap(QuotaCategory category) {
        return subscription.flatMap(ignored -> Optional.ofNullable(caps.get(category)));
    }
}
