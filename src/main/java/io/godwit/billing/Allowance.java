package io.godwit.billing;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.ProjectId;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What is left of the limits of some projects while one transaction decides what it accepts. Belongs to that transaction. */
public final class Allowance {

    /** A limit of this month. */
    record Left(long cap, long rest) {

        Left less(long mails) {
            return new Left(cap, rest - mails);
        }
    }

    /** One limit of one project; the category is empty for the free allowance that all share. */
    record Which(ProjectId project, Optional<Category> category) {}

    private final Map<Which, Left> limits;

    Allowance(Map<Which, Left> limits) {
        this.limits = new HashMap<>(limits);
    }

    /** Of whoever has no limit. */
    public static Allowance unlimited() {
        return new Allowance(Map.of());
    }

    /** How many mails the project may still accept; {@link Long#MAX_VALUE} without a limit. */
    public long left(ProjectId project, Category category) {
        return Math.max(0, Math.min(rest(project, Optional.of(category)), rest(project, Optional.empty())));
    }

    private long rest(ProjectId project, Optional<Category> category) {
        var left = limits.get(new Which(project, category));
        return left == null ? Long.MAX_VALUE : left.rest();
    }

    /** Spends so many; empty when they fitted. A refusal spends nothing. */
    public Optional<Failure> spend(ProjectId project, Category category, long mails) {
        if (mails > left(project, category)) {
            return Optional.of(refusal(project, category));
        }
        limits.computeIfPresent(new Which(project, Optional.of(category)), (which, left) -> left.less(mails));
        limits.computeIfPresent(new Which(project, Optional.empty()), (which, left) -> left.less(mails));
        return Optional.empty();
    }

    /** What a caller is told whose mail does not fit. */
    public Failure refusal(ProjectId project, Category category) {
        var own = Optional.ofNullable(limits.get(new Which(project, Optional.of(category))));
        var shared = Optional.ofNullable(limits.get(new Which(project, Optional.empty())));
        var isShared = shared.isPresent() && shared.get().rest() <= rest(project, Optional.of(category));
        var limit = isShared ? shared.get() : own.orElse(new Left(0, 0));
        var what = isShared
                ? "mails without a subscription"
                : "mails of the category " + category.name().toLowerCase(Locale.ROOT);
        return Failure.of(
                        Kind.BILLING_LIMIT_EXCEEDED,
                        "This month's limit of " + limit.cap() + " " + what + " leaves room for "
                                + Math.max(0, limit.rest()) + ", which is too few; nothing was accepted")
                .with("limit", limit.cap())
                .with("left", Math.max(0, limit.rest()));
    }
}
