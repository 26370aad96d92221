package io.godwit.web.body;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Issue;
import io.godwit.web.Query;
import io.godwit.web.UnknownName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Parses the query string of one request. Of a name given twice the first counts, and {@link #requireKnown} refuses another value
 * beside it, which would be left out in silence.
 */
public final class QueryParameters implements Query {

    private static final int MAX_PARAMETERS = 100;

    /** The parameters that say where in a list a page begins, how long it is and in which form its rows are. */
    private static final Set<String> OF_PAGES = Set.of("cursor", "limit", "page", "pageSize", "view");

    private static final Pattern MOMENT = Pattern.compile("\\d{4}-\\d{2}-\\d{2}[Tt ][\\d:.,+Zz-]{1,40}");

    private final Map<String, String> nameToValue = new HashMap<>();
    private final List<Issue> issues = new ArrayList<>();
    private final Set<String> readNames = new HashSet<>();
    private final Set<String> ignored = new HashSet<>();
    private final Set<String> repeated = new TreeSet<>();

    /** Reads what stands behind the question mark; null when there is none. */
    public static QueryParameters of(@Nullable String query) {
        var parameters = new QueryParameters();
        if (query != null && !query.isEmpty()) {
            parameters.read(query.split("&", MAX_PARAMETERS + 1));
        }
        return parameters;
    }

    /** The fields of a form, which are written like a query; throws a 422 for what cannot be read. */
    public static Map<String, String> fields(String body) {
        var parameters = of(body);
        parameters.check();
        return parameters.nameToValue;
    }

    /**
     * Reads the pairs; an empty one, between two ampersands or behind the last, is no parameter (WHATWG URL,
     * application/x-www-form-urlencoded).
     */
    private void read(String[] pairs) {
        if (pairs.length > MAX_PARAMETERS) {
            issues.add(Issue.of("", "too_big", "At most " + MAX_PARAMETERS + " query parameters are read"));
            return;
        }
        for (var pair : pairs) {
            if (!pair.isEmpty()) {
                read(pair);
            }
        }
    }

    private void read(String pair) {
        var equals = pair.indexOf('=');
        var name = PercentDecoder.decode(equals < 0 ? pair : pair.substring(0, equals), true);
        var value = PercentDecoder.decode(equals < 0 ? "" : pair.substring(equals + 1), true);
        if (name.isEmpty() || value.isEmpty() || value.get().indexOf('\0') >= 0) {
            issues.add(Issue.of(name.orElse(""), "invalid_string", "Invalid text"));
        } else {
            var first = nameToValue.putIfAbsent(name.get(), value.get());
            if (first != null && !first.equals(value.get())) {
                repeated.add(name.get());
            }
        }
    }

    @Override
    public Optional<String> text(String name) {
        return Optional.ofNullable(value(name));
    }

    @Override
    public String required(String name) {
        var text = value(name);
        if (text == null) {
            issues.add(Issue.of(name, "invalid_type", "Required"));
            return "";
        }
        return text;
    }

    private @Nullable String value(String name) {
        readNames.add(name);
        return nameToValue.get(name);
    }

    @Override
    public int number(String name, int fallback, int min, int max) {
        var text = value(name);
        if (text == null) {
            return fallback;
        }
        var number = wholeNumber(text);
        if (number.isEmpty()) {
            issues.add(new Issue(name, "Expected a whole number", "invalid_type", Optional.of("string")));
        } else if (number.get() < min) {
            issues.add(Issue.of(name, "too_small", "Number must be greater than or equal to " + min));
        } else if (number.get() > max) {
            issues.add(Issue.of(name, "too_big", "Number must be less than or equal to " + max));
        }
        return number.orElse((long) fallback).intValue();
    }

    private static Optional<Long> wholeNumber(String text) {
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException notANumber) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<Boolean> flag(String name) {
        var text = value(name);
        if (text == null) {
            return Optional.empty();
        }
        if (!text.equals("true") && !text.equals("false")) {
            issues.add(Issue.of(name, "invalid_enum_value", "Expected true or false"));
        }
        return Optional.of(text.equals("true"));
    }

    @Override
    public Optional<Map<String, @Nullable Object>> object(String name) {
        var text = value(name);
        try {
            return Optional.ofNullable(text).map(json -> JsonReader.object(json.getBytes(StandardCharsets.UTF_8)));
        } catch (Failure unreadable) {
            issues.add(Issue.of(name, "invalid_string", "Expected a JSON object: " + unreadable.sentence()));
            return Optional.empty();
        }
    }

    @Override
    public void knows(String... names) {
        readNames.addAll(List.of(names));
    }

    @Override
    public void ignores(String... names) {
        ignored.addAll(List.of(names));
    }

    /** An empty value is none, and a moment is left out: clients compute "30 days ago" anew for every page. */
    @Override
    public String filters() {
        return new TreeMap<>(nameToValue)
                .entrySet().stream()
                        .filter(entry -> !OF_PAGES.contains(entry.getKey()))
                        .filter(entry -> !entry.getValue().isEmpty()
                                && !MOMENT.matcher(entry.getValue()).matches())
                        .map(entry -> entry.getKey() + '\0' + entry.getValue() + '\0')
                        .collect(Collectors.joining());
    }

    /**
     * Throws a 422 for parameters that have not been read until now and that are none of {@code declared}, and for those given
     * with several values.
     */
    public void requireKnown(Set<String> declared) {
        var known = new HashSet<>(readNames);
        known.addAll(declared);
        nameToValue.keySet().stream()
                .filter(name -> !known.contains(name) && !ignored.contains(name))
                .sorted()
                .forEach(name -> issues.add(UnknownName.parameter(name, known)));
        repeated.stream()
                .filter(known::contains)
                .forEach(name -> issues.add(Issue.of(name, "custom", "Give it once; it has different values")));
        check();
    }

    @Override
    public void check() {
        if (!issues.isEmpty()) {
            throw Failure.invalid(issues);
        }
    }
}
