package io.godwit.billing;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.ProjectId;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The remaining quota of some projects while one transaction decides what it accepts. Belongs to that transaction. */
public final class RemainingQuota {

    /** A limit of this month and the emails left of it. */
    record RemainingLimit(long cap, long remaining) {

        RemainingLimit less(long emails) {
            return new RemainingLimit(cap, remaining - emails);
        }
    }

    /** One limit of one project; the category is empty for the free allowance that all share. */
    record LimitKey(ProjectId project, Optional<QuotaCategory> category) {}

    private final Map<LimitKey, RemainingLimit> limits;

    RemainingQuota(Map<LimitKey, RemainingLimit> limits) {
        this.limits = new HashMap<>(limits);
    }

    /** The quota of projects without a limit. */
    public static RemainingQuota unlimited() {
        return new RemainingQuota(Map.of());
    }

    /** The number of emails the project may still accept; {@link Long#MAX_VALUE} without a limit. */
    public long left(ProjectId project, QuotaCategory category) {
        return Math.max(0, Math.min(remaining(project, Optional.of(category)), remaining(project, Optional.empty())));
    }

    private long remaining(ProjectId project, Optional<QuotaCategory> category) {
        var remaining = limits.get(new LimitKey(project, category));
        return remaining == null ? Long.MAX_VALUE : remaining.remaining();
    }

    /** Reserves emails; empty when they fitted. A refusal reserves nothing. */
    public Optional<Failure> reserve(ProjectId project, QuotaCategory category, long emails) {
        if (emails > left(project, category)) {
            return Optional.of(refusal(project, category));
        }
        limits.computeIfPresent(
                new LimitKey(project, Optional.of(category)), (ignored, remaining) -> remaining.less(emails));
        limits.computeIfPresent(
                new LimitKey(project, Optional.empty()), (ignored, remaining) -> remaining.less(emails));
        return Optional.empty();
    }

    /** The failure for a caller whose emails do not fit. */
    public Failure refusal(ProjectId project, QuotaCategory category) {
        var own = Optional.ofNullable(limits.get(new LimitKey(project, Optional.of(category))));
        var shared = Optional.ofNullable(limits.get(new LimitKey(project, Optional.empty())));
        var isShared = shared.isPresent() && shared.get().remaining() <= remaining(project, Optional.of(category));
        var limit = isShared ? shared.get() : own.orElse(new RemainingLimit(0, 0));
        var what = isShared
                ? "emails without a subscription"
                : "emails of the category " + category.name().toLowerCase(Locale.ROOT);
        return Failure.of(
                        Kind.BILLING_LIMIT_EXCEEDED,
                        "This month's limit of " + limit.cap() + " " + what + " leaves room for "
                                + Math.max(0, limit.remaining()) + ", which is too few; nothing was accepted")
                .with("limit", limit.cap())
                .with("left", Math.max(0, limit.remaining()));
    }
}
