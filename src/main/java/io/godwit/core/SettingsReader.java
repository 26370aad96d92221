package io.godwit.core;

import io.godwit.core.SettingInForce.Source;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
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

/**
 * Reads settings into typed values. A wrong value is noted and replaced by a harmless one; {@link #build} throws all mistakes at
 * once.
 */
public final class SettingsReader {

    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h|d)");

    private final Map<String, String> values;
    private final Map<String, String> unlisted;
    private final Map<String, Source> nameToSource;
    private final List<String> mistakes;

    /**
     * Creates a reader.
     *
     * @param unlisted defaults of settings that {@link #inForce} lists only when {@code values} has another value
     * @param nameToSource the layers of those that are not defaults
     */
    public SettingsReader(
            Map<String, String> values,
            Map<String, String> unlisted,
            Map<String, Source> nameToSource,
            List<String> mistakes) {
        this.values = values;
        this.unlisted = Map.copyOf(unlisted);
        this.nameToSource = Map.copyOf(nameToSource);
        this.mistakes = new ArrayList<>(mistakes);
    }

    /** The environment variable of a setting: {@code data.dir} is {@code GODWIT_DATA_DIR}. */
    public static String variable(String name) {
        return "GODWIT_" + name.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }

    /** All settings of operators, in the order of the file that explains them, and those of tests that are set. */
    public List<SettingInForce> inForce() {
        return values.entrySet().stream()
                .map(setting -> new SettingInForce(
                        setting.getKey(),
                        setting.getValue(),
                        nameToSource.getOrDefault(setting.getKey(), Source.DEFAULT)))
                .toList();
    }

    /** The mistakes noted so far, a sentence each. */
    public List<String> mistakes() {
        return List.copyOf(mistakes);
    }

    public String text(String name) {
        return values.getOrDefault(name, unlisted.getOrDefault(name, ""));
    }

    public String required(String name) {
        if (text(name).isEmpty()) {
            mistake(name, "given");
        }
        return text(name);
    }

    /** A directory or file, absolute. */
    public Path path(String name) {
        try {
            return Path.of(required(name)).toAbsolutePath().normalize();
        } catch (InvalidPathException noPath) {
            mistake(name, "a path");
            return Path.of("").toAbsolutePath();
        }
    }

    public Optional<String> optional(String name) {
        return Optional.of(text(name)).filter(value -> !value.isEmpty());
    }

    public int number(String name, int min, int max) {
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

    /** Reads a flag; empty when the setting is empty, which leaves the choice to the server. */
    public Optional<Boolean> optionalFlag(String name) {
        return text(name).isEmpty() ? Optional.empty() : readFlag(name);
    }

    public boolean flag(String name) {
        return readFlag(name).orElse(false);
    }

    private Optional<Boolean> readFlag(String name) {
        var value = text(name).toLowerCase(Locale.ROOT);
        if (!value.equals("true") && !value.equals("false")) {
            mistake(name, "true or false");
            return Optional.empty();
        }
        return Optional.of(value.equals("true"));
    }

    /** A duration above zero. */
    public Duration duration(String name) {
        return readDuration(name).filter(duration -> !duration.isZero()).orElseGet(() -> {
            mistake(name, "a number above 0 and a unit (ms, s, m, h, d)");
            return Duration.ofSeconds(1);
        });
    }

    public Duration durationOrNone(String name) {
        return readDuration(name).orElseGet(() -> {
            mistake(name, "a number and a unit (ms, s, m, h, d)");
            return Duration.ZERO;
        });
    }

    private Optional<Duration> readDuration(String name) {
        var matcher = DURATION.matcher(text(name));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        var amount = Long.parseLong(matcher.group(1));
        return Optional.of(
                switch (matcher.group(2)) {
                    case "ms" -> Duration.ofMillis(amount);
                    case "s" -> Duration.ofSeconds(amount);
                    case "m" -> Duration.ofMinutes(amount);
                    case "h" -> Duration.ofHours(amount);
                    default -> Duration.ofDays(amount);
                });
    }

    public List<String> list(String name) {
        return Stream.of(text(name).split(","))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }

    public <E extends Enum<E>> E choice(String name, Class<E> type) {
        var constants = type.getEnumConstants();
        return chosen(text(name), type).orElseGet(() -> {
            mistake(
                    name,
                    "one of "
                            + Arrays.toString(constants)
                                    .toLowerCase(Locale.ROOT)
                                    .replace('_', '-'));
            return constants[0];
        });
    }

    public <E extends Enum<E>> List<E> choices(String name, Class<E> type) {
        var chosen = list(name).stream().map(item -> chosen(item, type)).toList();
        if (chosen.isEmpty() || chosen.contains(Optional.<E>empty())) {
            mistake(name, "some of " + Arrays.toString(type.getEnumConstants()).toLowerCase(Locale.ROOT));
        }
        return chosen.stream().flatMap(Optional::stream).toList();
    }

    private static <E extends Enum<E>> Optional<E> chosen(String text, Class<E> type) {
        return Stream.of(type.getEnumConstants())
                .filter(constant -> constant.name().equalsIgnoreCase(text.replace('-', '_')))
                .findFirst();
    }

    /** An http or https URL with or without a path; returned without a trailing slash. */
    public Optional<String> url(String name) {
        return optional(name).map(value -> {
            if (!isUrl(value)) {
                mistake(name, "a URL that begins with http:// or https://");
            }
            return value.endsWith("/") ? value.substring(0, value.length() - 1) : value;
        });
    }

    private static boolean isUrl(String value) {
        try {
            var uri = URI.create(value);
            return List.of("http", "https").contains(String.valueOf(uri.getScheme())) && uri.getHost() != null;
        } catch (IllegalArgumentException notAUrl) {
            return false;
        }
    }

    /** A value that its own record checks, by throwing; the fallback when it throws. */
    public <T> T checked(String name, String expected, Supplier<T> value, T fallback) {
        try {
            return value.get();
        } catch (IllegalArgumentException wrong) {
            mistake(name, expected);
            return fallback;
        }
    }

    public void mistake(String name, String expected) {
        var secret = SettingInForce.isSecret(name);
        note(name + " (" + variable(name) + ") must be " + expected + (secret ? "" : ", not \"" + text(name) + "\""));
    }

    public void note(String sentence) {
        mistakes.add(sentence);
    }

    public <T> T build(Supplier<T> record) {
        if (!mistakes.isEmpty()) {
            throw new SettingsException(mistakes);
        }
        return record.get();
    }
}
