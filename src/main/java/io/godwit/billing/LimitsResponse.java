package io.godwit.billing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Limits and usage as a JSON answer. */
final class LimitsResponse {

    private static final int WARNING = 80;

    private LimitsResponse() {}

    /**
     * The limit and usage of each category. Without a subscription all categories share the free allowance, so each shows
     * the usage of all.
     */
    static Map<String, @Nullable Object> of(BillingAccount account, Usage usage, long free) {
        var answer = new LinkedHashMap<String, @Nullable Object>();
        var shared = account.subscription().isEmpty() && free > 0;
        for (var category : QuotaCategory.values()) {
            var cap = shared
                    ? Optional.of(free)
                    : Optional.ofNullable(account.caps().get(category));
            answer.put(BillingLimitsRequest.name(category), one(cap, shared ? usage.total() : usage.of(category)));
        }
        answer.put("currency", account.currency());
        return answer;
    }

    private static Map<String, @Nullable Object> one(Optional<Long> cap, long used) {
        var percentage = cap.map(limit -> Math.floorDiv(used * 100, limit)).orElse(0L);
        var answer = new LinkedHashMap<String, @Nullable Object>();
        answer.put("limit", cap);
        answer.put("usage", used);
        answer.put("percentage", percentage);
        answer.put("isWarning", percentage >= WARNING);
        answer.put("isBlocked", percentage >= 100);
        return answer;
    }
}
