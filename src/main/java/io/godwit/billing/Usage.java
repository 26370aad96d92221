package io.godwit.billing;

import java.util.Map;

/**
 * What a project has accepted this month.
 *
 * @param units what is paid for
 */
record Usage(Map<Category, Long> mails, long units) {

    Usage {
        mails = Map.copyOf(mails);
    }

    long of(Category category) {
        return mails.getOrDefault(category, 0L);
    }

    long total() {
        return mails.values().stream().mapToLong(Long::longValue).sum();
    }
}
