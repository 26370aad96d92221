package io.godwit.reputation;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * What is too much. A rate speaks only from a hundred mails and some cases on, so that no few decide.
 *
 * @param warning per cent, as {@code critical}
 * @param warningCases so many at least, as {@code criticalCases}
 */
record Rule(
        String words,
        Function<Conduct, Rates> window,
        ToLongFunction<Rates> cases,
        ToDoubleFunction<Rates> rate,
        double warning,
        double critical,
        int warningCases,
        int criticalCases) {

    static final Rule BOUNCE_7_DAY =
            new Rule("bounce rate of 7 days", Conduct::week, Rates::bounces, Rates::bounceRate, 5, 10, 5, 10);
    static final Rule BOUNCE_ALL_TIME =
            new Rule("bounce rate of all times", Conduct::allTime, Rates::bounces, Rates::bounceRate, 4, 8, 5, 10);
    static final Rule COMPLAINT_7_DAY = new Rule(
            "complaint rate of 7 days", Conduct::week, Rates::complaints, Rates::complaintRate, 0.075, 0.15, 3, 5);
    static final Rule COMPLAINT_ALL_TIME = new Rule(
            "complaint rate of all times", Conduct::allTime, Rates::complaints, Rates::complaintRate, 0.03, 0.12, 3, 5);

    static final List<Rule> ALL = List.of(BOUNCE_7_DAY, BOUNCE_ALL_TIME, COMPLAINT_7_DAY, COMPLAINT_ALL_TIME);

    private static final int LEAST_MAILS = 100;

    Level level(Conduct conduct) {
        var rates = window.apply(conduct);
        if (rates.total() < LEAST_MAILS) {
            return Level.HEALTHY;
        }
        if (rate.applyAsDouble(rates) >= critical && cases.applyAsLong(rates) >= criticalCases) {
            return Level.CRITICAL;
        }
        return rate.applyAsDouble(rates) >= warning && cases.applyAsLong(rates) >= warningCases
                ? Level.WARNING
                : Level.HEALTHY;
    }

    /** Whether enough has happened since the last suspension to speak of this rate again. */
    boolean isFresh(Conduct conduct) {
        return cases.applyAsLong(conduct.since()) >= criticalCases;
    }

    String sentence(Conduct conduct) {
        return "the " + words + " is " + percent(rate.applyAsDouble(window.apply(conduct))) + " % (too high from "
                + percent(warning) + " %, suspended from " + percent(critical) + " %)";
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.3f", value).replaceAll("\\.?0+$", "");
    }
}
