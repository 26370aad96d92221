package io.godwit.billing;

import java.util.Map;

/**
 * The emails a project has accepted this month.
 *
 * @param units the units charged
 */
record Usage(Map<QuotaCategory, Long> emails, long units) {

    Usage {
        emails = Map.copyOf(emails);
    }

    long of(QuotaCategory category) {
        return emails.getOrDefault(category, 0L);
    }

    long total() {
        return emails.values().stream().mapToLong(Long::longValue).sum();
    }
}
