package io.godwit.delivery.shaping;

import io.godwit.bounces.RefusalClass;
import io.godwit.bounces.RefusalScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads a rules file. All mistakes are collected, so that the operator sees them at once. */
final class ShapingRulesReader {

    private static final Pattern DURATION = Pattern.compile("(\\d{1,6})(s|m|h|d)");

    private static final Pattern RATE = Pattern.compile("(\\d{1,9})/(s|m|h)");

    private static final Set<String> SECTIONS = Set.of("default", "providers", "replies");

    private static final Set<String> LIMITS =
            Set.of("connections", "emails-per-connection", "start-rate", "min-rate", "max-rate", "tls", "idle");

    private static final Set<String> PROVIDER = Set.of("mx", "domains", "together");

    private static final Set<String> REPLY = Set.of(
            "name", "provider", "codes", "text", "class", "scope", "times", "suspend", "rate", "connections", "lasts");

    private final List<String> mistakes = new ArrayList<>();

    private ShapingRulesReader() {}

    /**
     * Reads the file.
     *
     * @param base the default limits where the file names none; empty for a file that must name all
     */
    static ShapingRules read(String yaml, Optional<SiteLimits> base) {
        var reader = new ShapingRulesReader();
        var rules = reader.rules(reader.parse(yaml), base);
        if (rules.isEmpty() || !reader.mistakes.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", reader.mistakes));
        }
        return rules.get();
    }

    private Map<String, Object> parse(String yaml) {
        try {
            return members("the file", new Yaml(new SafeConstructor(new LoaderOptions())).<Object>load(yaml));
        } catch (YAMLException unreadable) {
            mistakes.add("no YAML: " + String.valueOf(unreadable.getMessage()).replaceAll("\\s+", " "));
            return Map.of();
        }
    }

    private Optional<ShapingRules> rules(Map<String, Object> file, Optional<SiteLimits> base) {
        known("the file", file, SECTIONS);
        var defaults = limits("default", members("default", file.get("default")), base);
        return defaults.map(limits -> new ShapingRules(limits, providers(file, limits), replies(file)));
    }

    private List<ProviderRule> providers(Map<String, Object> file, SiteLimits defaults) {
        return members("providers", file.get("providers")).entrySet().stream()
                .map(entry -> provider(entry.getKey(), members(entry.getKey(), entry.getValue()), defaults))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<ProviderRule> provider(String name, Map<String, Object> provider, SiteLimits defaults) {
        var together = flag(name, provider, "together");
        var own = provider.entrySet().stream()
                .filter(member -> !PROVIDER.contains(member.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        return limits(name, own, Optional.of(defaults))
                .flatMap(limits -> checked(
                        name,
                        () -> new ProviderRule(
                                name,
                                lowerCase(list(provider.get("mx"))),
                                lowerCase(list(provider.get("domains"))),
                                together,
                                limits)));
    }

    private Optional<SiteLimits> limits(String place, Map<String, Object> own, Optional<SiteLimits> base) {
        known(place, own, LIMITS);
        var connections = number(place, own, "connections", base.map(SiteLimits::connections));
        var emails = number(place, own, "emails-per-connection", base.map(SiteLimits::emailsPerConnection));
        var max = rate(place, own, "max-rate").or(() -> base.map(SiteLimits::maxRate));
        var min = rate(place, own, "min-rate")
                .or(() -> base.map(SiteLimits::minRate).map(rate -> Math.min(rate, max.orElse(rate))));
        var start = rate(place, own, "start-rate").or(() -> base.map(SiteLimits::startRate)
                .map(rate -> Math.max(min.orElse(rate), Math.min(rate, max.orElse(rate)))));
        var idle = duration(place, own, "idle").or(() -> base.map(SiteLimits::idle));
        if (connections.isEmpty()
                || emails.isEmpty()
                || max.isEmpty()
                || min.isEmpty()
                || start.isEmpty()
                || idle.isEmpty()) {
            mistakes.add(
                    place + " must name connections, emails-per-connection, start-rate, min-rate, max-rate and idle");
            return Optional.empty();
        }
        var tls = choice(place, own, "tls", Tls.class)
                .map(Tls.REQUIRED::equals)
                .orElse(base.filter(SiteLimits::tlsRequired).isPresent());
        return checked(
                place,
                () -> new SiteLimits(
                        connections.get(), emails.get(), start.get(), min.get(), max.get(), tls, idle.get()));
    }

    private enum Tls {
        OPPORTUNISTIC,
        REQUIRED
    }

    private List<ReplyRule> replies(Map<String, Object> file) {
        var rules = new ArrayList<ReplyRule>();
        var number = 0;
        for (var entry : list(file.get("replies"))) {
            number++;
            reply("reply rule " + number, members("reply rule " + number, entry))
                    .ifPresent(rules::add);
        }
        return rules;
    }

    private Optional<ReplyRule> reply(String place, Map<String, Object> rule) {
        known(place, rule, REPLY);
        var text = pattern(place, rule);
        var suspend = duration(place, rule, "suspend").orElse(Duration.ZERO);
        return text.flatMap(pattern -> checked(
                place,
                () -> new ReplyRule(
                        Optional.ofNullable(rule.get("name"))
                                .map(Object::toString)
                                .orElse(pattern.pattern()),
                        Optional.ofNullable(rule.get("provider")).map(Object::toString),
                        list(rule.get("codes")).stream().map(Object::toString).toList(),
                        pattern,
                        choice(place, rule, "class", RefusalClass.class),
                        choice(place, rule, "scope", RefusalScope.class),
                        number(place, rule, "times", Optional.of(1)).orElse(1),
                        suspend,
                        rate(place, rule, "rate"),
                        number(place, rule, "connections", Optional.empty()),
                        duration(place, rule, "lasts").orElse(suspend))));
    }

    private Optional<Pattern> pattern(String place, Map<String, Object> rule) {
        try {
            return Optional.of(Pattern.compile(
                    Optional.ofNullable(rule.get("text")).map(Object::toString).orElseThrow(),
                    Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE));
        } catch (PatternSyntaxException | java.util.NoSuchElementException wrong) {
            mistakes.add("text of " + place + " must be a regular expression");
            return Optional.empty();
        }
    }

    private <T> Optional<T> checked(String place, Supplier<T> value) {
        try {
            return Optional.of(value.get());
        } catch (IllegalArgumentException wrong) {
            mistakes.add(place + ": " + wrong.getMessage());
            return Optional.empty();
        }
    }

    private void known(String place, Map<String, Object> members, Set<String> names) {
        members.keySet().stream()
                .filter(name -> !names.contains(name))
                .forEach(name -> mistakes.add(place + " has the unknown member \"" + name + "\""));
    }

    private Optional<Integer> number(String place, Map<String, Object> from, String name, Optional<Integer> fallback) {
        var value = from.get(name);
        if (value == null) {
            return fallback;
        }
        if (value instanceof Integer number && number >= 1) {
            return Optional.of(number);
        }
        mistakes.add(name + " of " + place + " must be a whole number of 1 or more, not \"" + value + "\"");
        return Optional.of(1);
    }

    /** Reads a rate, in emails per hour. */
    private Optional<Integer> rate(String place, Map<String, Object> from, String name) {
        return Optional.ofNullable(from.get(name)).map(Object::toString).map(text -> {
            var rate = RATE.matcher(text);
            var perHour = rate.matches() ? Long.parseLong(rate.group(1)) * 3_600 / seconds(rate.group(2)) : 0;
            if (perHour < 1 || perHour > Integer.MAX_VALUE) {
                mistakes.add(
                        name + " of " + place + " must be a rate such as 100/s, 10/m or 3600/h, not \"" + text + "\"");
            }
            return (int) Math.max(1, Math.min(perHour, Integer.MAX_VALUE));
        });
    }

    private Optional<Duration> duration(String place, Map<String, Object> from, String name) {
        return Optional.ofNullable(from.get(name)).map(Object::toString).map(text -> {
            var duration = DURATION.matcher(text);
            if (!duration.matches()) {
                mistakes.add(name + " of " + place + " must be a number and a unit (s, m, h, d), not \"" + text + "\"");
                return Duration.ofSeconds(1);
            }
            return Duration.ofSeconds(Long.parseLong(duration.group(1)) * seconds(duration.group(2)));
        });
    }

    private static long seconds(String unit) {
        return switch (unit) {
            case "s" -> 1;
            case "m" -> 60;
            case "h" -> 3_600;
            default -> 86_400;
        };
    }

    private boolean flag(String place, Map<String, Object> from, String name) {
        var value = from.getOrDefault(name, false);
        if (!(value instanceof Boolean)) {
            mistakes.add(name + " of " + place + " must be true or false, not \"" + value + "\"");
        }
        return Boolean.TRUE.equals(value);
    }

    private <E extends Enum<E>> Optional<E> choice(String place, Map<String, Object> from, String name, Class<E> type) {
        return Optional.ofNullable(from.get(name)).map(Object::toString).flatMap(text -> {
            var constants = Arrays.asList(type.getEnumConstants());
            var chosen =
                    constants.stream().filter(one -> written(one).equals(text)).findFirst();
            if (chosen.isEmpty()) {
                mistakes.add(name + " of " + place + " must be one of "
                        + constants.stream().map(ShapingRulesReader::written).collect(Collectors.joining(", "))
                        + ", not \"" + text + "\"");
            }
            return chosen;
        });
    }

    private static String written(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static List<String> lowerCase(List<Object> values) {
        return values.stream()
                .map(value -> value.toString().toLowerCase(Locale.ROOT))
                .toList();
    }

    private static List<Object> list(@Nullable Object value) {
        return value == null ? List.of() : value instanceof List<?> list ? List.copyOf(list) : List.of(value);
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> members(String place, @Nullable Object value) {
        if (value == null) {
            return Map.of();
        }
        if (value instanceof Map<?, ?> map && map.keySet().stream().allMatch(String.class::isInstance)) {
            return (Map<String, Object>) map;
        }
        mistakes.add(place + " must be an object with members");
        return Map.of();
    }
}
