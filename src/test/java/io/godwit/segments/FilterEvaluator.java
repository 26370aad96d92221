package io.godwit.segments;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalQueries;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An independent evaluation of the filter language: from the JSON of a filter and a contact in memory, with nothing of the
 * compiler or its classes.
 */
public record FilterEvaluator(
        Map<String, Map<String, Object>> segmentToFilter,
        Map<String, Set<TestContact>> segmentToMembers,
        Set<String> texts) {

    private static final DateTimeFormatter DATES = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd['T'HH:mm[:ss")
            .optionalStart()
            .appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true)
            .optionalEnd()
            .appendPattern("][XXX]]")
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);

    /** {@code {operator, conditions}}, nested, or one condition. */
    public boolean holds(Map<String, Object> filter, TestContact subject, Instant now) {
        if (filter.containsKey("field")) {
            return condition(filter, subject, now);
        }
        var members = ((List<?>) filter.get("conditions")).stream().map(FilterEvaluator::object);
        return filter.get("operator").equals("AND")
                ? members.allMatch(member -> holds(member, subject, now))
                : members.anyMatch(member -> holds(member, subject, now));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    private boolean condition(Map<String, Object> condition, TestContact subject, Instant now) {
        var field = (String) condition.get("field");
        var operator = (String) condition.get("operator");
        var value = condition.get("value");
        var cutoff = condition.containsKey("unit") ? now.minus(age(condition)) : now;
        if (field.startsWith("data.")) {
            return data(field.substring(5), operator, value, subject, cutoff);
        } else if (field.startsWith("event.")) {
            return history(operator, subject.events().getOrDefault(field.substring(6), List.of()), cutoff);
        } else if (field.startsWith("email.")) {
            return history(operator, subject.mail().getOrDefault(field.substring(6), List.of()), cutoff);
        } else if (field.startsWith("segment.")) {
            return membership(field.substring(8), operator.equals("memberOfSegment"), subject, now);
        }
        return switch (field) {
            case "email" -> email(operator, (String) value, subject.email());
            case "subscribed" -> operator.equals("equals") == (subject.subscribed() == (Boolean) value);
            case "createdAt" -> moment(operator, value, Optional.of(subject.createdAt()), cutoff);
            default -> moment(operator, value, Optional.of(subject.updatedAt()), cutoff);
        };
    }

    private static Duration age(Map<String, Object> condition) {
        var unit = ChronoUnit.valueOf(condition.get("unit").toString().toUpperCase(Locale.ROOT));
        var micros = new BigDecimal(condition.get("value").toString())
                .multiply(BigDecimal.valueOf(unit.getDuration().toSeconds()))
                .movePointRight(6);
        return Duration.of(micros.longValue(), ChronoUnit.MICROS);
    }

    private static boolean email(String operator, String value, String email) {
        var wanted = value.strip().toLowerCase(Locale.ROOT);
        return switch (operator) {
            case "equals" -> email.equals(wanted);
            case "notEquals" -> !email.equals(wanted);
            case "contains" -> email.contains(wanted);
            default -> !email.contains(wanted);
        };
    }

    private boolean membership(String segment, boolean wanted, TestContact subject, Instant now) {
        if (segmentToMembers.containsKey(segment)) {
            return wanted == segmentToMembers.get(segment).contains(subject);
        }
        var filter = segmentToFilter.get(segment);
        return filter != null && wanted == holds(filter, subject, now);
    }

    private static boolean history(String operator, List<Instant> times, Instant cutoff) {
        var ever = !times.isEmpty();
        var lately = times.stream().anyMatch(time -> !time.isBefore(cutoff));
        return switch (operator) {
            case "triggered" -> ever;
            case "notTriggered" -> !ever;
            case "triggeredWithin" -> lately;
            case "triggeredOlderThan" -> ever && !lately;
            default -> !lately;
        };
    }

    private boolean data(String path, String operator, Object value, TestContact subject, Instant cutoff) {
        var found = find(subject.data(), path);
        if (found == null) {
            return operator.equals("notExists");
        }
        return switch (operator) {
            case "exists" -> true;
            case "notExists" -> false;
            case "equals" -> same(path, value, found);
            case "notEquals" -> !same(path, value, found);
            case "contains" -> contains(found, (String) value);
            case "notContains" -> !contains(found, (String) value);
            case "within", "olderThan" -> moment(operator, value, dateOf(found), cutoff);
            default -> ordered(operator, value, found, cutoff);
        };
    }

    private static Object find(Map<String, Object> data, String path) {
        Object value = data;
        for (var step : path.split("\\.", -1)) {
            value = step(value, step);
        }
        return value == null ? data.get(path) : value;
    }

    private static Object step(Object value, String step) {
        if (value instanceof Map<?, ?> object) {
            return object.get(step);
        }
        if (value instanceof List<?> list && step.matches("\\d{1,9}")) {
            var index = Integer.parseInt(step);
            return index < list.size() ? list.get(index) : null;
        }
        return null;
    }

    private boolean same(String path, Object value, Object found) {
        if (value instanceof String && dateOf(value).isPresent() && !texts.contains(path)) {
            return moment("equals", value, dateOf(found), Instant.EPOCH);
        }
        if (value instanceof Number && found instanceof Number) {
            return decimal(value).compareTo(decimal(found)) == 0;
        }
        return value.equals(found);
    }

    private static BigDecimal decimal(Object number) {
        return new BigDecimal(number.toString());
    }

    private static boolean contains(Object found, String part) {
        if (!(found instanceof String text)) {
            return false;
        }
        for (var at = 0; at <= text.length(); at++) {
            if (text.regionMatches(true, at, part, 0, part.length())) {
                return true;
            }
        }
        return false;
    }

    private static boolean ordered(String operator, Object value, Object found, Instant cutoff) {
        if (value instanceof String text) {
            if (dateOf(text).isPresent()) {
                return moment(operator, text, dateOf(found), cutoff);
            }
            return found instanceof String other && order(operator, compare(other, text));
        }
        return found instanceof Number && order(operator, decimal(found).compareTo(decimal(value)));
    }

    /** By code points. */
    private static int compare(String one, String other) {
        var ones = one.codePoints().toArray();
        var others = other.codePoints().toArray();
        return java.util.Arrays.compare(ones, others);
    }

    private static boolean order(String operator, int comparison) {
        return switch (operator) {
            case "greaterThan" -> comparison > 0;
            case "lessThan" -> comparison < 0;
            case "greaterThanOrEqual" -> comparison >= 0;
            default -> comparison <= 0;
        };
    }

    private static boolean moment(String operator, Object value, Optional<Instant> found, Instant cutoff) {
        if (found.isEmpty()) {
            return false;
        }
        var moment = found.get();
        return switch (operator) {
            case "within" -> !moment.isBefore(cutoff);
            case "olderThan" -> moment.isBefore(cutoff);
            case "equals" -> dayOf(moment).equals(dayOf(dateOf(value).orElseThrow()));
            case "notEquals" -> !dayOf(moment).equals(dayOf(dateOf(value).orElseThrow()));
            default -> order(operator, moment.compareTo(dateOf(value).orElseThrow()));
        };
    }

    private static LocalDate dayOf(Instant moment) {
        return LocalDate.ofInstant(moment, ZoneOffset.UTC);
    }

    static Optional<Instant> dateOf(Object value) {
        if (!(value instanceof String text) || text.length() < 10 || text.charAt(4) != '-') {
            return Optional.empty();
        }
        try {
            var parsed = DATES.parse(text);
            var zone =
                    Optional.ofNullable(parsed.query(TemporalQueries.offset())).orElse(ZoneOffset.UTC);
            var day = parsed.query(TemporalQueries.localDate());
            var time = parsed.query(TemporalQueries.localTime());
            var local = time == null ? day.atStartOfDay() : LocalDateTime.of(day, time);
            return day.getYear() < 1 || Math.abs(zone.getTotalSeconds()) > 14 * 3600
                    ? Optional.empty()
                    : Optional.of(local.toInstant(zone).truncatedTo(ChronoUnit.MICROS));
        } catch (DateTimeException notADate) {
            return Optional.empty();
        }
    }
}
