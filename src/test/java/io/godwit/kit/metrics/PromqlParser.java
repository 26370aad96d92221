package io.godwit.kit.metrics;

import static java.util.stream.Collectors.toMap;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Parses comparisons, arithmetic, {@code and}, {@code sum}, {@code max} and {@code count} with {@code by}, {@code rate},
 * {@code increase} and selectors. Series of both sides match by all their labels, as without {@code on}.
 */
final class PromqlParser {

    private static final Pattern TOKEN =
            Pattern.compile("\"[^\"]*\"|>=|<=|!=|==|=~|[-+*/()<>{},=\\[\\]]|[0-9.]+[smhd]?|[a-zA-Z_:][\\w:]*|\\S");

    private static final Map<String, BiPredicate<Double, Double>> COMPARISONS = Map.of(
            ">", (left, right) -> left > right,
            "<", (left, right) -> left < right,
            ">=", (left, right) -> left >= right,
            "<=", (left, right) -> left <= right,
            "==", (left, right) -> left.compareTo(right) == 0,
            "!=", (left, right) -> left.compareTo(right) != 0);

    private static final Map<String, DoubleBinaryOperator> AGGREGATES =
            Map.of("sum", Double::sum, "max", Math::max, "count", (left, right) -> left + right);

    private static final Set<String> OVER_TIME = Set.of("rate", "increase");

    /** A number, which applies to all series of the other side. */
    private record Constant(double value) implements PromqlExpression {
        @Override
        public Map<Map<String, String>, Double> at(SampledSeries series, int minute) {
            return Map.of(Map.of(), value);
        }
    }

    private final Deque<String> tokens;

    PromqlParser(String text) {
        this.tokens = new ArrayDeque<>(
                TOKEN.matcher(text).results().map(MatchResult::group).toList());
    }

    PromqlExpression parse() {
        var expression = conjunction();
        if (!tokens.isEmpty()) {
            throw new IllegalArgumentException("Unknown: " + tokens);
        }
        return expression;
    }

    private PromqlExpression conjunction() {
        var left = comparison();
        while (accept("and")) {
            var first = left;
            var second = comparison();
            left = (series, minute) -> {
                var kept = new LinkedHashMap<>(first.at(series, minute));
                kept.keySet().retainAll(second.at(series, minute).keySet());
                return kept;
            };
        }
        return left;
    }

    private PromqlExpression comparison() {
        var left = sum();
        if (!COMPARISONS.containsKey(next())) {
            return left;
        }
        var test = COMPARISONS.get(tokens.remove());
        var right = sum();
        return (series, minute) ->
                joined(left, right, series, minute, (one, other) -> test.test(one, other) ? one : null);
    }

    private PromqlExpression sum() {
        var left = product();
        while (Set.of("+", "-").contains(next())) {
            var sign = tokens.remove().equals("+") ? 1 : -1;
            left = arithmetic(left, product(), (one, other) -> one + sign * other);
        }
        return left;
    }

    private PromqlExpression product() {
        var left = primary();
        while (Set.of("*", "/").contains(next())) {
            var times = tokens.remove().equals("*");
            left = arithmetic(left, primary(), (one, other) -> times ? one * other : one / other);
        }
        return left;
    }

    private static PromqlExpression arithmetic(
            PromqlExpression left, PromqlExpression right, DoubleBinaryOperator operator) {
        if (left instanceof Constant one && right instanceof Constant other) {
            return new Constant(operator.applyAsDouble(one.value(), other.value()));
        }
        return (series, minute) -> joined(left, right, series, minute, operator::applyAsDouble);
    }

    /** Combines two sides; null leaves a series out. */
    private interface Combination {
        Double of(double one, double other);
    }

    private static Map<Map<String, String>, Double> joined(
            PromqlExpression left, PromqlExpression right, SampledSeries series, int minute, Combination combination) {
        var values = left.at(series, minute);
        var others = right.at(series, minute);
        var joined = new LinkedHashMap<Map<String, String>, Double>();
        values.forEach((labels, value) -> {
            var other = right instanceof Constant constant ? Double.valueOf(constant.value()) : others.get(labels);
            var combined = other == null ? null : combination.of(value, other);
            if (combined != null) {
                joined.put(labels, combined);
            }
        });
        return joined;
    }

    private PromqlExpression primary() {
        if (accept("(")) {
            var inner = conjunction();
            expect(")");
            return inner;
        }
        var word = tokens.remove();
        if (word.matches("[0-9.]+")) {
            return new Constant(Double.parseDouble(word));
        } else if (AGGREGATES.containsKey(word)) {
            return aggregate(word);
        } else if (OVER_TIME.contains(word)) {
            return overTime(word);
        }
        var labels = matchers();
        return (series, minute) -> series.at(word, labels, minute);
    }

    private PromqlExpression aggregate(String name) {
        var by = new HashSet<>(accept("by") ? words() : List.of());
        expect("(");
        var inner = conjunction();
        expect(")");
        return (series, minute) -> {
            var grouped = new LinkedHashMap<Map<String, String>, Double>();
            inner.at(series, minute)
                    .forEach((labels, value) -> grouped.merge(
                            only(labels, by), name.equals("count") ? 1.0 : value, AGGREGATES.get(name)::applyAsDouble));
            return grouped;
        };
    }

    private static Map<String, String> only(Map<String, String> labels, Set<String> names) {
        return labels.entrySet().stream()
                .filter(label -> names.contains(label.getKey()))
                .collect(toMap(Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one, TreeMap::new));
    }

    private PromqlExpression overTime(String function) {
        expect("(");
        var name = tokens.remove();
        var labels = matchers();
        expect("[");
        var minutes = minutes(tokens.remove());
        expect("]");
        expect(")");
        var divisor = function.equals("rate") ? minutes * 60.0 : 1.0;
        return (series, minute) -> {
            var growth = new LinkedHashMap<Map<String, String>, Double>();
            series.growth(name, labels, minutes, minute).forEach((key, value) -> growth.put(key, value / divisor));
            return growth;
        };
    }

    /** A duration in whole minutes. */
    static int minutes(String duration) {
        var amount = Integer.parseInt(duration.substring(0, duration.length() - 1));
        return switch (duration.charAt(duration.length() - 1)) {
            case 'm' -> amount;
            case 'h' -> amount * 60;
            case 'd' -> amount * 24 * 60;
            default -> throw new IllegalArgumentException("Not in minutes: " + duration);
        };
    }

    private Predicate<Map<String, String>> matchers() {
        Predicate<Map<String, String>> all = labels -> true;
        if (accept("{")) {
            while (!accept("}")) {
                all = all.and(matcher(tokens.remove(), tokens.remove(), tokens.remove()));
                accept(",");
            }
        }
        return all;
    }

    private static Predicate<Map<String, String>> matcher(String label, String operator, String quoted) {
        var value = quoted.substring(1, quoted.length() - 1);
        return switch (operator) {
            case "=" -> labels -> labels.getOrDefault(label, "").equals(value);
            case "!=" -> labels -> !labels.getOrDefault(label, "").equals(value);
            case "=~" -> labels -> labels.getOrDefault(label, "").matches(value);
            default -> throw new IllegalArgumentException("Unknown: " + operator);
        };
    }

    private List<String> words() {
        var words = new ArrayList<String>();
        expect("(");
        while (!accept(")")) {
            words.add(tokens.remove());
            accept(",");
        }
        return words;
    }

    private String next() {
        return tokens.isEmpty() ? "" : tokens.peek();
    }

    private boolean accept(String token) {
        return next().equals(token) && tokens.remove().equals(token);
    }

    private void expect(String token) {
        if (!accept(token)) {
            throw new IllegalArgumentException(token + " is missing before " + tokens);
        }
    }
}
