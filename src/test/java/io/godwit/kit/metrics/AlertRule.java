package io.godwit.kit.metrics;

import java.util.HashSet;
import java.util.Map;

/**
 * A rule of Prometheus that is evaluated once a minute.
 *
 * @param holdMinutes the time for which the expression has to be true before the alert fires ({@code for})
 */
public record AlertRule(String name, String text, PromqlExpression expression, int holdMinutes) {

    /** Reads a rule of a parsed file. */
    public static AlertRule of(Map<String, Object> rule) {
        var text = (String) rule.get("expr");
        return new AlertRule(
                (String) rule.get("alert"), text, PromqlExpression.parse(text), PromqlParser.minutes((String)
                        rule.getOrDefault("for", "0m")));
    }

    /** The number of alerts that fire at a minute, one for each set of labels. */
    public int firing(SampledSeries series, int minute) {
        var firing = new HashSet<>(expression.at(series, minute).keySet());
        for (var before = Math.max(0, minute - holdMinutes); before < minute; before++) {
            firing.retainAll(expression.at(series, before).keySet());
        }
        return minute < holdMinutes ? 0 : firing.size();
    }

    /** The minute of a time such as {@code 12m}. */
    public static int minute(String time) {
        return PromqlParser.minutes(time);
    }
}
