package io.godwit.reputation;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * A rate of bounces or complaints that is too high. It counts only from a hundred emails and some cases on, so that a few
 * emails do not decide.
 *
 * @param warning the rate in per cent from which it is a warning; {@code critical} likewise
 * @param warningCases the least number of cases for a warning; {@code criticalCases} likewise
 */
record RateThreshold(
        String words,
        Function<SendingStats, Rates> window,
        ToLongFunction<Rates> cases,
        ToDoubleFunction<Rates> rate,
        double warning,
        double critical,
        int warningCases,
        int criticalCases) {

    static final RateThreshold BOUNCE_7_DAY = new RateThreshold(
            "bounce rate of 7 days", SendingStats::week, Rates::bounces, Rates::bounceRate, 5, 10, 5, 10);
    static final RateThreshold BOUNCE_ALL_TIME = new RateThreshold(
            "bounce rate of all times", SendingStats::allTime, Rates::bounces, Rates::bounceRate, 4, 8, 5, 10);
    static final RateThreshold COMPLAINT_7_DAY = new RateThreshold(
            "complaint rate of 7 days", SendingStats::week, Rates::complaints, Rates::complaintRate, 0.075, 0.15, 3, 5);
    static final RateThreshold COMPLAINT_ALL_TIME = new RateThreshold(
            "complaint rate of all times",
            SendingStats::allTime,
            Rates::complaints,
            Rates::complaintRate,
            0.03,
            0.12,
            3,
            5);

    static final List<RateThreshold> ALL = List.of(BOUNCE_7_DAY, BOUNCE_ALL_TIME, COMPLAINT_7_DAY, COMPLAINT_ALL_TIME);

    private static final int MIN_EMAILS = 100;

    RiskLevel level(SendingStats stats) {
        var rates = window.apply(stats);
        if (rates.total() < MIN_EMAILS) {
            return RiskLevel.HEALTHY;
        }
        if (rate.applyAsDouble(rates) >= critical && cases.applyAsLong(rates) >= criticalCases) {
            return RiskLevel.CRITICAL;
        }
        return rate.applyAsDouble(rates) >= warning && cases.applyAsLong(rates) >= warningCases
                ? RiskLevel.WARNING
                : RiskLevel.HEALTHY;
    }

    /** Tells whether enough has happened since the last suspension for this rate to count again. */
    boolean isFresh(SendingStats stats) {
        return cases.applyAsLong(stats.since()) >= criticalCases;
    }

    String sentence(SendingStats stats) {
        return "the " + words + " is " + percent(rate.applyAsDouble(window.apply(stats))) + " % (too high from "
                + percent(warning) + " %, suspended from " + percent(critical) + " %)";
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.3f", value).replaceAll("\\.?0+$", "");
    }
}
