package io.godwit.segments.filter;

import io.godwit.web.JsonBody;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a condition of the filter language on one value in memory. It takes the fields, operators and values filters take,
 * with one difference: values of {@code data} are compared by what they say and not by their type, because what a caller tracks
 * as {@code "7"} an editor writes as {@code 7}.
 */
public final class ValueCondition {

    private final FilterCondition condition;

    private ValueCondition(FilterCondition condition) {
        this.condition = condition;
    }

    /**
     * Reads {@code operator}, {@code value} and {@code unit}; mistakes are noted on the body, and the answer is empty then.
     *
     * @param field as filters spell it, such as {@code email} or {@code data.plan}
     */
    public static Optional<ValueCondition> read(JsonBody body, String field) {
        return FilterField.byName(field)
                .flatMap(named -> FilterConditionReader.read(body, named))
                .map(ValueCondition::new);
    }

    /** True when filters have a field of this name. */
    public static boolean knows(String field) {
        return FilterField.byName(field).isPresent();
    }

    /** Returns the operator as the API spells it. */
    public String operator() {
        return condition.operator().code();
    }

    /** The value to compare with; null when the operator needs none. */
    public @Nullable Object value() {
        return condition.value();
    }

    /**
     * Evaluates the condition.
     *
     * @param found the value of the field: JSON values for {@code data}, a text for {@code email}, a flag for
     *     {@code subscribed} and for a segment, an {@link Instant} for moments and for when something last happened; null for
     *     nothing
     */
    public boolean isTrue(@Nullable Object found, Instant now) {
        var field = condition.field();
        if (field instanceof CustomField) {
            return ofValue(found, now);
        } else if (field instanceof ActivityField) {
            return ofHistory((Instant) found, now);
        } else if (field instanceof TimestampField) {
            return found != null && ofMoment((Instant) found, now);
        } else if (field instanceof EmailField) {
            return found != null && ofAddress((String) found);
        } else if (field instanceof SubscribedField) {
            return found != null && found.equals(condition.value()) == (condition.operator() == FilterOperator.EQUALS);
        }
        return found != null && found.equals(condition.operator() == FilterOperator.MEMBER_OF_SEGMENT);
    }

    private boolean ofAddress(String found) {
        var expected = EmailField.part(condition.text());
        return switch (condition.operator()) {
            case CONTAINS -> found.contains(expected);
            case NOT_CONTAINS -> !found.contains(expected);
            case NOT_EQUALS -> !found.equals(EmailField.stored(condition.text().strip()));
            default -> found.equals(EmailField.stored(condition.text().strip()));
        };
    }

    private boolean ofHistory(@Nullable Instant last, Instant now) {
        return switch (condition.operator()) {
            case TRIGGERED -> last != null;
            case NOT_TRIGGERED -> last == null;
            case TRIGGERED_WITHIN -> last != null && !last.isBefore(cutoff(now));
            case TRIGGERED_OLDER_THAN -> last != null && last.isBefore(cutoff(now));
            default -> last == null || last.isBefore(cutoff(now));
        };
    }

    private Instant cutoff(Instant now) {
        return now.minus(condition.ageMicros(), ChronoUnit.MICROS);
    }

    private boolean ofMoment(Instant found, Instant now) {
        return switch (condition.operator()) {
            case WITHIN -> !found.isBefore(cutoff(now));
            case OLDER_THAN -> found.isBefore(cutoff(now));
            case EQUALS -> FilterDates.dayOf(found).equals(FilterDates.dayOf(date()));
            case NOT_EQUALS -> !FilterDates.dayOf(found).equals(FilterDates.dayOf(date()));
            default -> inOrder(found.compareTo(date()));
        };
    }

    private Instant date() {
        return FilterDates.parse(condition.text()).orElseThrow();
    }

    private boolean inOrder(int comparison) {
        return switch (condition.operator()) {
            case GREATER_THAN -> comparison > 0;
            case LESS_THAN -> comparison < 0;
            case GREATER_THAN_OR_EQUAL -> comparison >= 0;
            default -> comparison <= 0;
        };
    }

    private boolean ofValue(@Nullable Object found, Instant now) {
        if (found == null) {
            return condition.operator() == FilterOperator.NOT_EXISTS;
        }
        return switch (condition.operator()) {
            case EXISTS -> true;
            case NOT_EXISTS -> false;
            case EQUALS -> says(found);
            case NOT_EQUALS -> !says(found);
            case CONTAINS -> contains(found);
            case NOT_CONTAINS -> !contains(found);
            case WITHIN, OLDER_THAN ->
                moment(found).filter(moment -> ofMoment(moment, now)).isPresent();
            default -> compares(found);
        };
    }

    /** Compares a value for equality; a list is equal when one of its members is. */
    private boolean says(Object found) {
        if (found instanceof List<?> list) {
            return list.stream().anyMatch(member -> member != null && says(member));
        }
        var expected = condition.value();
        var day = expected instanceof String text ? FilterDates.parse(text) : Optional.<Instant>empty();
        if (day.isPresent() && moment(found).isPresent()) {
            return FilterDates.dayOf(moment(found).get()).equals(FilterDates.dayOf(day.get()));
        }
        return agree(number(found), number(expected))
                .orElseGet(() -> String.valueOf(found).equals(String.valueOf(expected)));
    }

    /** Empty unless both are numbers. */
    private static Optional<Boolean> agree(Optional<BigDecimal> one, Optional<BigDecimal> other) {
        return one.flatMap(first -> other.map(second -> first.compareTo(second) == 0));
    }

    private boolean contains(Object found) {
        if (found instanceof List<?> list) {
            return list.stream().anyMatch(member -> member != null && contains(member));
        }
        return folded(String.valueOf(found)).contains(folded(condition.text()));
    }

    private static String folded(String text) {
        return text.codePoints()
                .map(CaseInsensitivePattern::foldCase)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private boolean compares(Object found) {
        var expected = condition.value();
        var day = expected instanceof String text ? FilterDates.parse(text) : Optional.<Instant>empty();
        if (day.isPresent()) {
            return moment(found)
                    .filter(moment -> inOrder(moment.compareTo(day.get())))
                    .isPresent();
        }
        var one = number(found);
        var other = number(expected);
        if (one.isPresent() && other.isPresent()) {
            return inOrder(one.get().compareTo(other.get()));
        }
        return found instanceof String text && expected instanceof String bound && inOrder(text.compareTo(bound));
    }

    private static Optional<Instant> moment(Object found) {
        return found instanceof String text ? FilterDates.parse(text) : Optional.empty();
    }

    /** The number of a number or of a text; texts of more than 40 characters are no numbers. */
    private static Optional<BigDecimal> number(@Nullable Object value) {
        if (!(value instanceof Number) && !(value instanceof String text && text.length() <= 40)) {
            return Optional.empty();
        }
        try {
            var number = new BigDecimal(value.toString().strip());
            return Math.abs((long) number.scale()) > 1_000 ? Optional.empty() : Optional.of(number);
        } catch (NumberFormatException none) {
            return Optional.empty();
        }
    }
}
