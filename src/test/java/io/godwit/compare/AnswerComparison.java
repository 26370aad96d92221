package io.godwit.compare;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.net.http.HttpHeaders;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Holds the answers of two versions to one request against each other: status, headers that clients read, and JSON. */
final class AnswerComparison {

    private static final List<String> HEADERS = List.of(
            "content-type",
            "cache-control",
            "allow",
            "retry-after",
            "location",
            "ratelimit-limit",
            "ratelimit-remaining",
            "ratelimit-reset",
            "www-authenticate",
            "idempotent-replay",
            "content-disposition",
            "set-cookie",
            "x-request-id",
            "access-control-allow-origin",
            "access-control-allow-methods",
            "access-control-allow-headers",
            "access-control-allow-credentials");

    /** Their numbers depend on the moment. */
    private static final Set<String> NUMBERS = Set.of("retry-after", "ratelimit-remaining", "ratelimit-reset");

    /** The member of a 405 that repeats the header. */
    private static final String ALLOWED = "/error/details/allow";

    /** Epoch milliseconds of the years 2020 to 2100. */
    private static final BigDecimal FIRST_TIME = new BigDecimal("1577836800000");

    private static final BigDecimal LAST_TIME = new BigDecimal("4102444800000");
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final int MAX_SHOWN = 160;

    private final TokenPairs pairs;
    private final RecordedRequest request;
    private final Set<AnswerDifference> differences = new LinkedHashSet<>();

    private AnswerComparison(TokenPairs pairs, RecordedRequest request) {
        this.pairs = pairs;
        this.request = request;
    }

    /** The differences, each once for all members of an array. */
    static List<AnswerDifference> of(
            TokenPairs pairs, RecordedRequest request, RecordedAnswer older, RecordedAnswer newer) {
        var comparison = new AnswerComparison(pairs, request);
        comparison.statuses(older.status(), newer.status());
        HEADERS.forEach(header -> comparison.headers(header, older.headers(), newer.headers()));
        comparison.bodies(older, newer);
        return List.copyOf(comparison.differences);
    }

    private void statuses(int older, int newer) {
        if (older != newer) {
            add("status", Integer.toString(older), Integer.toString(newer));
        }
    }

    private void headers(String name, HttpHeaders older, HttpHeaders newer) {
        var left = header(name, older);
        var right = header(name, newer);
        if (name.equals("allow")) {
            methods("header allow", left, right);
        } else if (!pairs.areSame(left, right)) {
            add("header " + name, left, right);
        }
    }

    private static String header(String name, HttpHeaders headers) {
        var value = headers.allValues(name).stream().sorted().collect(Collectors.joining("; "));
        return NUMBERS.contains(name) ? NUMBER.matcher(value).replaceAll("0") : value;
    }

    /** Their order means nothing. */
    private void methods(String where, String older, String newer) {
        var left = methods(older);
        var right = methods(newer);
        var gone = new TreeSet<>(left);
        gone.removeAll(right);
        var fresh = new TreeSet<>(right);
        fresh.removeAll(left);
        if (!gone.isEmpty()) {
            add(where, older, newer);
        } else if (!fresh.isEmpty()) {
            add(where, AnswerDifference.NONE, String.join(", ", fresh));
        }
    }

    private static Set<String> methods(String allow) {
        return Stream.of(allow.split(","))
                .map(String::strip)
                .filter(method -> !method.isEmpty())
                .collect(Collectors.toSet());
    }

    private void bodies(RecordedAnswer older, RecordedAnswer newer) {
        if (!older.json().isMissingNode() || !newer.json().isMissingNode()) {
            values("", older.json(), newer.json());
        } else if (!pairs.areSame(older.text(), newer.text())) {
            add("text", older.text(), newer.text());
        }
    }

    private void values(String where, JsonNode older, JsonNode newer) {
        if (newer.isMissingNode()) {
            add(where, shown(older), AnswerDifference.NONE);
        } else if (older.isMissingNode()) {
            add(where, AnswerDifference.NONE, shown(newer));
        } else if (older.getNodeType() != newer.getNodeType()) {
            add(where, shown(older), shown(newer));
        } else if (older.isObject()) {
            objects(where, older, newer);
        } else if (older.isArray()) {
            arrays(where, older, newer);
        } else if (where.equals(ALLOWED)) {
            methods(where, older.asText(), newer.asText());
        } else if (!areSameScalars(older, newer)) {
            add(where, shown(older), shown(newer));
        }
    }

    private void objects(String where, JsonNode older, JsonNode newer) {
        var names = new LinkedHashSet<String>();
        older.fieldNames().forEachRemaining(names::add);
        newer.fieldNames().forEachRemaining(names::add);
        names.forEach(name -> values(where + "/" + name, older.path(name), newer.path(name)));
    }

    private void arrays(String where, JsonNode older, JsonNode newer) {
        if (older.size() != newer.size()) {
            add(where, older.size() + " elements: " + shown(older), newer.size() + " elements: " + shown(newer));
            return;
        }
        for (var number = 0; number < older.size(); number++) {
            values(where + "/*", older.get(number), newer.get(number));
        }
    }

    private boolean areSameScalars(JsonNode older, JsonNode newer) {
        if (!older.isNumber()) {
            return older.isTextual() ? pairs.areSame(older.asText(), newer.asText()) : older.equals(newer);
        }
        var left = older.decimalValue();
        var right = newer.decimalValue();
        return left.compareTo(right) == 0 || (isTime(left) && isTime(right));
    }

    private static boolean isTime(BigDecimal number) {
        return number.compareTo(FIRST_TIME) > 0 && number.compareTo(LAST_TIME) < 0;
    }

    private static String shown(JsonNode value) {
        return value.isValueNode() && value.asText().isEmpty()
                ? "\"\""
                : value.isTextual() ? value.asText() : value.toString();
    }

    private void add(String where, String older, String newer) {
        var left = TokenPairs.plain(older).replaceAll("\\s+", " ");
        var right = TokenPairs.plain(newer).replaceAll("\\s+", " ");
        var start = Math.max(left.length(), right.length()) <= MAX_SHOWN ? 0 : firstDifference(left, right);
        differences.add(new AnswerDifference(
                request.origin().route(), request.title(), where, cut(left, start), cut(right, start)));
    }

    /** The beginning of the part to show of long texts: a few words before they part. */
    private static int firstDifference(String left, String right) {
        var length = Math.min(left.length(), right.length());
        var place = 0;
        while (place < length && left.charAt(place) == right.charAt(place)) {
            place++;
        }
        return Math.max(0, place - MAX_SHOWN / 4);
    }

    private static String cut(String text, int start) {
        var shown = text.substring(Math.min(start, text.length()));
        var end = shown.length() <= MAX_SHOWN ? shown : shown.substring(0, MAX_SHOWN) + "…";
        return start == 0 || end.isEmpty() ? end : "…" + end;
    }
}
