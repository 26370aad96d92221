package io.godwit;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Settings being read into records. A wrong value is noted and answered with something harmless; {@link #build} throws them all. */
final class SettingsReader {

    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h|d)");

    private final Map<String, String> values;
    private final List<String> mistakes;

    SettingsReader(Map<String, String> values, List<String> mistakes) {
        this.values = values;
        this.mistakes = new ArrayList<>(mistakes);
    }

    /** The environment's name of a setting: {@code data.dir} is {@code GODWIT_DATA_DIR}. */
    static String variable(String name) {
        return "GODWIT_" + name.replace('.', '_').toUpperCase(Locale.ROOT);
    }

    String text(String name) {
        return values.getOrDefault(name, "");
    }

    Optional<String> optional(String name) {
        return Optional.of(text(name)).filter(value -> !value.isEmpty());
    }

    int number(String name, int min, int max) {
        try {
            var number = Integer.parseInt(text(name));
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // Noted below, like a number out of range.
        }
        mistake(name, "a whole number from " + min + " to " + max);
        return min;
    }

    /** Empty when the setting is empty, which leaves the choice to us. */
    Optional<Boolean> optionalFlag(String name) {
        return optional(name).map(value -> flag(name));
    }

    boolean flag(String name) {
        var value = text(name).toLowerCase(Locale.ROOT);
        if (!value.equals("true") && !value.equals("false")) {
            mistake(name, "true or false");
        }
        return value.equals("true");
    }

    Duration duration(String name) {
        var matcher = DURATION.matcher(text(name));
        if (!matcher.matches()) {
            mistake(name, "a number and a unit (ms, s, m, h, d)");
            return Duration.ZERO;
        }
        var amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    List<String> list(String name) {
        return Stream.of(text(name).split(","))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }

    <E extends Enum<E>> E choice(String name, Class<E> type) {
        var constants = type.getEnumConstants();
        return chosen(text(name), type).orElseGet(() -> {
            mistake(name, "one of " + Arrays.toString(constants).toLowerCase(Locale.ROOT));
            return constants[0];
        });
    }

    <E extends Enum<E>> List<E> choices(String name, Class<E> type) {
        var chosen = list(name).stream().map(item -> chosen(item, type)).toList();
        if (chosen.isEmpty() || chosen.contains(Optional.<E>empty())) {
            mistake(name, "some of " + Arrays.toString(type.getEnumConstants()).toLowerCase(Locale.ROOT));
        }
        return chosen.stream().flatMap(Optional::stream).toList();
    }

    private static <E extends Enum<E>> Optional<E> chosen(String text, Class<E> type) {
        return Stream.of(type.getEnumConstants())
                .filter(constant -> constant.name().equalsIgnoreCase(text))
                .findFirst();
    }

    /** An http or https base without path, or with one; no trailing slash in the answer. */
    Optional<String> url(String name, List<String> schemes) {
        return optional(name).map(value -> {
            try {
                var uri = URI.create(value);
                if (schemes.contains(String.valueOf(uri.getScheme())) && uri.getHost() != null) {
                    return value.endsWith("/") ? value.substring(0, value.length() - 1) : value;
                }
            } catch (IllegalArgumentException notAUrl) {
                // Noted below, like a wrong scheme.
            }
            mistake(name, "a URL that begins with " + String.join(" or ", schemes) + "://");
            return value;
        });
    }

    void mistake(String name, String expected) {
        var secret = name.startsWith("secret.")
                || name.endsWith(".password")
                || name.endsWith(".token")
                || name.endsWith(".url");
        note(name + " (" + variable(name) + ") must be " + expected + (secret ? "" : ", not \"" + text(name) + "\""));
    }

    void note(String sentence) {
        mistakes.add(sentence);
    }

    <T> T build(Supplier<T> record) {
        if (!mistakes.isEmpty()) {
            throw new SettingsException(mistakes);
        }
        return record.get();
    }
}
