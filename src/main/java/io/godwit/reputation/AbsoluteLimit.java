package io.godwit.reputation;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** A limit on the number of bounces or complaints of a project in its first thirty days, independent of its rates. */
record AbsoluteLimit(
        String words, Function<SendingStats, Rates> window, ToLongFunction<Rates> cases, int warning, int critical) {

    static final AbsoluteLimit DAY_BOUNCES =
            new AbsoluteLimit("bounces in 24 hours", SendingStats::day, Rates::bounces, 10, 25);
    static final AbsoluteLimit WEEK_BOUNCES =
            new AbsoluteLimit("bounces in 7 days", SendingStats::week, Rates::bounces, 25, 50);
    static final AbsoluteLimit DAY_COMPLAINTS =
            new AbsoluteLimit("complaints in 24 hours", SendingStats::day, Rates::complaints, 3, 7);
    static final AbsoluteLimit WEEK_COMPLAINTS =
            new AbsoluteLimit("complaints in 7 days", SendingStats::week, Rates::complaints, 10, 20);

    static final List<AbsoluteLimit> ALL = List.of(DAY_BOUNCES, WEEK_BOUNCES, DAY_COMPLAINTS, WEEK_COMPLAINTS);

    RiskLevel level(SendingStats stats) {
        var count = cases.applyAsLong(window.apply(stats));
        if (!stats.isNew() || count < warning) {
            return RiskLevel.HEALTHY;
        }
        return count >= critical ? RiskLevel.CRITICAL : RiskLevel.WARNING;
    }

    String sentence(SendingStats stats) {
        return cases.applyAsLong(window.apply(stats)) + " " + words
                + " are many for a project in its first 30 days (too many from " + warning + ", suspended from "
                + critical + ")";
    }
}
