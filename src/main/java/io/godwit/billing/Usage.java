package io.godwit.billing;

import java.util.Map;

/**
 * The emails a project has accepted this month.
 *
 * @param units the units charged
 */
record Usage(Map<QuotaCategory, Long> mails, long units) {

    Usage {
        mails = Map.copyOf(mails);
    }

    long of(QuotaCategory category) {
        return mails.getOrDefault(category, 0L);
    }

    long total() {
        return mails.values().stream().mapToLong(Long::longValue).sum();
    }
}
