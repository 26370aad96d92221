package io.godwit.billing;

import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The body of {@code PUT …/billing-limits}: whole numbers above zero, null for no limit; a category that is absent keeps
 * its limit.
 */
record BillingLimitsRequest(Map<QuotaCategory, Long> set, Set<QuotaCategory> lifted) {

    /** The largest limit, more than any project sends in a month. */
    private static final long MAX_LIMIT = 1_000_000_000_000L;

    static BillingLimitsRequest read(JsonBody body) {
        var set = new EnumMap<QuotaCategory, Long>(QuotaCategory.class);
        var lifted = new HashSet<QuotaCategory>();
        for (var category : QuotaCategory.values()) {
            var name = name(category);
            body.expects(name, MemberType.whole(1, MAX_LIMIT));
            if (body.isNull(name)) {
                lifted.add(category);
            } else if (body.has(name)) {
                cap(body, name).ifPresent(cap -> set.put(category, cap));
            }
        }
        return body.build(() -> new BillingLimitsRequest(Map.copyOf(set), Set.copyOf(lifted)));
    }

    static String name(QuotaCategory category) {
        return category.name().toLowerCase(Locale.ROOT);
    }

    private static Optional<Long> cap(JsonBody body, String name) {
        if (!(body.raw(name) instanceof Number number)) {
            body.wrongType(name, "number", Objects.requireNonNull(body.raw(name)));
            return Optional.empty();
        }
        var exact = new BigDecimal(number.toString());
        if (exact.signum() <= 0) {
            body.issue(name, "too_small", "A limit is at least 1");
        } else if (exact.compareTo(BigDecimal.valueOf(MAX_LIMIT)) > 0) {
            body.issue(name, "too_big", "A limit is at most " + MAX_LIMIT);
        } else if (exact.stripTrailingZeros().scale() > 0) {
            body.issue(name, "invalid_type", "A limit is a whole number");
        } else {
            return Optional.of(exact.longValueExact());
        }
        return Optional.empty();
    }

    /** The limits after this request. */
    Map<QuotaCategory, Long> over(Map<QuotaCategory, Long> before) {
        var after = new EnumMap<QuotaCategory, Long>(QuotaCategory.class);
        after.putAll(before);
        lifted.forEach(after::remove);
        after.putAll(set);
        return after;
    }
}
