package io.godwit.segments;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/**
 * Contacts and filters by chance, from one small stock of names and values, so that they meet: present, missing, null, of
 * other types, nested, dates in all forms, all scripts, numbers as texts.
 */
public final class FilterGenerator {

    static final List<String> PATHS = List.of(
            "plan",
            "age",
            "label",
            "seen",
            "address.city",
            "address.geo.lat",
            "tags.0",
            "a.b",
            "odd'); drop",
            "a\"->b",
            "$.*",
            "__proto__",
            "x..y",
            "имя");

    private static final List<String> TEXTS = List.of(
            "pro",
            "Pro",
            "PRO",
            "free",
            "",
            " ",
            "5",
            "5.0",
            "007",
            "true",
            "null",
            "Grüße",
            "GRÜSSE",
            "ÑANDÚ",
            "ñandú",
            "привет",
            "ПРИВЕТ МИР",
            "ΟΔΟΣ",
            "οδος",
            "οδός",
            "K",
            "\u212Aelvin",
            "kelvin",
            "ſ",
            "İstanbul",
            "ıspanak",
            "\uD801\uDC00bc",
            "\uD801\uDC28BC",
            "\uD83D\uDE00 smile",
            "日本語",
            "a%b_c",
            "a\\b",
            "[a-z]+",
            "^x$",
            ".*",
            "***:x",
            "(?i)pro",
            "'; --",
            "\"",
            "\n",
            "tab\tend",
            "ffi",
            "ﬃ",
            "\u00C5",
            "\u212B",
            "zz",
            "ZZ",
            "\uFFFD",
            "{}",
            "[]");

    private static final List<String> DATES = List.of(
            "2024-02-29",
            "2023-02-29",
            "2024-02-30",
            "2024-13-01",
            "1900-02-29",
            "2000-02-29",
            "0000-01-01",
            "0001-01-01",
            "9999-12-31",
            "10000-01-01",
            "2024-03-01",
            "2024-03-01T00:00:00Z",
            "2024-03-01T00:30:00+02:00",
            "2024-02-29T23:30:00-05:00",
            "2024-03-01T12:00",
            "2024-03-01T12:00:00.123456789Z",
            "2024-03-01T12:00:00.9999999Z",
            "2024-03-01T24:00:00Z",
            "2024-03-01T12:60:00Z",
            "2024-03-01T23:59:60Z",
            "2024-03-01T12:00:00+14:00",
            "2024-03-01T12:00:00+14:01",
            "2024-03-01T12:00:00+15:00",
            "2024-03-01 12:00:00",
            "2024-03-01T12:00:00z",
            "2024-03-01T12:00:00.Z",
            "2024-3-1",
            "20240301",
            "2024-03-01T",
            "2024-03-01Z",
            "2024-03-01T12Z",
            " 2024-03-01",
            "2024-03-01\n",
            "٢٠٢٤-٠٣-٠١");

    private static final List<Object> NUMBERS = List.of(
            0,
            -1,
            5,
            new BigDecimal("5.0"),
            new BigDecimal("5.000000001"),
            2_024_03_01,
            Long.MAX_VALUE,
            new BigDecimal("1e300"),
            new BigDecimal("-0.1"),
            new BigDecimal("123456789012345678901234567890"));

    static final List<String> EVENTS = List.of("signed_up", "a.b.c", "заказ", "' OR 1=1 --");
    public static final Map<String, String> ACTIVITY_TO_COLUMN = Map.of(
            "sent",
            "sent_at",
            "opened",
            "opened_at",
            "clicked",
            "clicked_at",
            "bounced",
            "bounced_at",
            "delivered",
            "delivered_at",
            "complained",
            "complained_at");

    private static final List<String> UNITS = List.of("days", "hours", "minutes");

    private final Random random;
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    private final List<String> segments;

    public FilterGenerator(long seed, List<String> segments) {
        this.random = new Random(seed);
        this.segments = segments;
    }

    public TestContact subject(int number) {
        var mail = histories(List.copyOf(ACTIVITY_TO_COLUMN.keySet()));
        return new TestContact(
                UUID.randomUUID(),
                one(List.of("ada", "bob.b", "c%_d", "o'neil")) + number + "@"
                        + one(List.of("example.com", "site.test")),
                random.nextBoolean(),
                data(),
                when(),
                when(),
                histories(EVENTS),
                mail);
    }

    private Map<String, List<Instant>> histories(List<String> names) {
        var histories = new HashMap<String, List<Instant>>();
        for (var name : names) {
            var times = new ArrayList<Instant>();
            while (random.nextInt(3) == 0) {
                times.add(when());
            }
            if (!times.isEmpty()) {
                histories.put(name, times);
            }
        }
        return histories;
    }

    private Instant when() {
        return switch (random.nextInt(4)) {
            case 0 -> now.minus(Duration.ofMinutes(random.nextInt(300)));
            case 1 -> now.minus(Duration.ofHours(random.nextInt(200)));
            case 2 -> Instant.parse("2024-03-01T00:00:00Z").plusSeconds(random.nextInt(5) * 43_200L - 86_400L);
            default -> now.minus(Duration.ofDays(random.nextInt(60))).plusMillis(random.nextInt(1000));
        };
    }

    private Map<String, Object> data() {
        var data = new LinkedHashMap<String, Object>();
        for (var path : PATHS) {
            if (random.nextInt(3) > 0) {
                put(data, path);
            }
        }
        return data;
    }

    @SuppressWarnings("unchecked")
    private void put(Map<String, Object> data, String path) {
        var dot = path.indexOf('.');
        if (dot < 0 || random.nextInt(4) == 0) {
            data.put(path, random.nextInt(8) == 0 ? null : value());
        } else if (path.startsWith("tags")) {
            data.put("tags", random.nextInt(4) == 0 ? List.of() : List.of(value(), value()));
        } else if (data.get(path.substring(0, dot)) instanceof Map<?, ?> inner) {
            put((Map<String, Object>) inner, path.substring(dot + 1));
        } else {
            var inner = new LinkedHashMap<String, Object>();
            put(inner, path.substring(dot + 1));
            data.put(path.substring(0, dot), inner);
        }
    }

    private Object value() {
        return switch (random.nextInt(8)) {
            case 0 -> random.nextBoolean();
            case 1, 2 -> one(NUMBERS);
            case 3 -> one(List.of(Map.of("k", "v"), List.of("pro", 5), Map.of(), List.of()));
            case 4 -> one(DATES);
            case 5 -> now.minus(Duration.ofMinutes(random.nextInt(5_000) - 500)).toString();
            default -> one(TEXTS);
        };
    }

    /** {@code {operator, conditions}}. */
    public Map<String, Object> filter(int depth) {
        var conditions = new ArrayList<Object>();
        do {
            conditions.add(depth > 1 && random.nextInt(4) == 0 ? filter(depth - 1) : condition());
        } while (random.nextInt(2) == 0);
        var filter = new LinkedHashMap<String, Object>();
        filter.put("operator", random.nextBoolean() ? "AND" : "OR");
        filter.put("conditions", conditions);
        return filter;
    }

    private Map<String, Object> condition() {
        return switch (random.nextInt(12)) {
            case 0 -> condition("email", List.of("equals", "notEquals", "contains", "notContains"));
            case 1 -> condition("subscribed", List.of("equals", "notEquals"));
            case 2, 3 ->
                condition(
                        one(List.of("createdAt", "updatedAt")),
                        List.of(
                                "equals",
                                "notEquals",
                                "greaterThan",
                                "lessThan",
                                "greaterThanOrEqual",
                                "lessThanOrEqual",
                                "within",
                                "olderThan"));
            case 4 -> condition("event." + one(EVENTS), history());
            case 5 -> condition("email." + one(List.copyOf(ACTIVITY_TO_COLUMN.keySet())), history());
            case 6 ->
                segments.isEmpty()
                        ? condition()
                        : condition("segment." + one(segments), List.of("memberOfSegment", "notMemberOfSegment"));
            default ->
                condition(
                        "data." + one(PATHS),
                        List.of(
                                "equals",
                                "notEquals",
                                "contains",
                                "notContains",
                                "greaterThan",
                                "lessThan",
                                "greaterThanOrEqual",
                                "lessThanOrEqual",
                                "exists",
                                "notExists",
                                "within",
                                "olderThan"));
        };
    }

    private static List<String> history() {
        return List.of("triggered", "notTriggered", "triggeredWithin", "triggeredOlderThan", "notTriggeredWithin");
    }

    private Map<String, Object> condition(String field, List<String> operators) {
        var operator = one(operators);
        var condition = new LinkedHashMap<String, Object>();
        condition.put("field", field);
        condition.put("operator", operator);
        if (operator.equals("within")
                || operator.endsWith("Within")
                || operator.toLowerCase().endsWith("olderthan")) {
            condition.put("value", one(List.of(1, 3, 30, new BigDecimal("0.5"), 36_525)));
            condition.put("unit", one(UNITS));
        } else if (!operator.toLowerCase().endsWith("exists")
                && !operator.contains("rigger")
                && !operator.contains("ember")) {
            condition.put("value", value(field, operator));
        }
        return condition;
    }

    private Object value(String field, String operator) {
        var search = operator.toLowerCase().endsWith("contains");
        var order = operator.contains("Than");
        if (field.equals("subscribed")) {
            return random.nextBoolean();
        } else if (field.equals("email")) {
            return search
                    ? one(List.of("ADA", "1", "@SITE.test", "%_", "'", "é"))
                    : one(List.of("ADA1@example.com ", "bob.b7@site.test", "nobody"));
        } else if (!field.startsWith("data.")) {
            return date();
        } else if (search) {
            return textThat(text -> !text.isEmpty());
        }
        return switch (random.nextInt(order ? 3 : 4)) {
            case 0 -> one(NUMBERS);
            case 1 -> order ? date() : one(DATES);
            case 2 -> textThat(ignored -> true);
            default -> random.nextBoolean();
        };
    }

    private String textThat(java.util.function.Predicate<String> fits) {
        return one(TEXTS.stream().filter(fits).toList());
    }

    private String date() {
        return one(DATES.stream()
                .filter(text -> FilterEvaluator.dateOf(text).isPresent())
                .toList());
    }

    private <T> T one(List<T> stock) {
        return stock.get(random.nextInt(stock.size()));
    }
}
