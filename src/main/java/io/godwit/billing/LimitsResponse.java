package io.godwit.billing;

import java.util.Optional;

/**
 * The limit and usage of each category. Without a subscription all categories share the free allowance, so each shows the usage of
 * all.
 */
record LimitsResponse(
        CategoryUsage workflows,
        CategoryUsage campaigns,
        CategoryUsage transactional,
        CategoryUsage inbound,
        Optional<String> currency) {

    /**
     * The limit and usage of one category in this month.
     *
     * @param limit null: none
     * @param percentage of the limit, rounded down
     */
    record CategoryUsage(Optional<Long> limit, long usage, long percentage, boolean isWarning, boolean isBlocked) {

        private static final int WARNING = 80;

        static CategoryUsage of(Optional<Long> cap, long used) {
            var percentage = cap.map(limit -> Math.floorDiv(used * 100, limit)).orElse(0L);
            return new CategoryUsage(cap, used, percentage, percentage >= WARNING, percentage >= 100);
        }
    }

    static LimitsResponse of(BillingAccount account, Usage usage, long free) {
        return new LimitsResponse(
                one(QuotaCategory.WORKFLOWS, account, usage, free),
                one(QuotaCategory.CAMPAIGNS, account, usage, free),
                one(QuotaCategory.TRANSACTIONAL, account, usage, free),
                one(QuotaCategory.INBOUND, account, usage, free),
                account.currency());
    }

    private static CategoryUsage one(QuotaCategory category, BillingAccount account, Usage usage, long free) {
        var shared = account.subscription().isEmpty() && free > 0;
        return shared
                ? CategoryUsage.of(Optional.of(free), usage.total())
                : CategoryUsage.of(account.cap(category), usage.of(category));
    }
}
