package io.godwit.config;

import io.godwit.core.EditDistance;
import io.godwit.core.SettingInForce.Source;
import io.godwit.core.SettingsException;
import io.godwit.core.SettingsReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Reads the three layers of settings as one flat map: {@code godwit.yaml} in the jar, then the file named by
 * {@code GODWIT_CONFIG}, then the environment. The file in the jar names every setting there is, so any other name is a mistake.
 */
final class SettingsSource {

    private static final Logger LOG = LoggerFactory.getLogger(SettingsSource.class);

    private static final String PREFIX = "GODWIT_";
    private static final String FILE = "GODWIT_CONFIG";

    /** The settings page in the jar. */
    private static final String DEFAULTS = "/godwit.yaml";

    /** Variables Kubernetes injects for a service named godwit. */
    private static final Pattern INJECTED = Pattern.compile("GODWIT_(.*SERVICE_.*|PORT.*)");

    /** Typing mistakes between a wrong name and the setting suggested for it, at most. */
    private static final int MAX_TYPOS = 3;

    private final Map<String, String> environment;

    SettingsSource(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * Blocks while it reads. Fails with a {@link SettingsException} when the file cannot be read or is no YAML; unknown names are
     * noted as mistakes of the returned reader.
     */
    SettingsReader read() {
        var file = environment.getOrDefault(FILE, "").strip();
        return layered(defaults(), file.isEmpty() ? Map.of() : named(file));
    }

    private static Map<String, String> defaults() {
        try (var page = Objects.requireNonNull(SettingsSource.class.getResourceAsStream(DEFAULTS), DEFAULTS)) {
            return settings(new String(page.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Map<String, String> named(String file) {
        try {
            return settings(Files.readString(Path.of(file)));
        } catch (IOException | RuntimeException unreadable) {
            throw new SettingsException(
                    List.of(FILE + " names " + file + ", which cannot be read as YAML: " + reason(unreadable)));
        }
    }

    private static String reason(Exception unreadable) {
        return unreadable instanceof NoSuchFileException
                ? "there is no such file"
                : String.valueOf(unreadable.getMessage());
    }

    private static Map<String, String> settings(String yaml) {
        Object page = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
        if (page != null && !(page instanceof Map)) {
            throw new IllegalArgumentException("it holds no names of settings");
        }
        return page instanceof Map<?, ?> sections ? flat("", sections, new LinkedHashMap<>()) : Map.of();
    }

    private SettingsReader layered(Map<String, String> defaults, Map<String, String> file) {
        var values = new LinkedHashMap<>(defaults);
        var nameToSource = new HashMap<String, Source>();
        var mistakes = new ArrayList<String>();
        file.forEach((name, value) -> {
            nameToSource.put(name, Source.FILE);
            if (values.replace(name, value) == null) {
                mistakes.add(name + " in the settings file is no setting; " + hint(name, values.keySet()));
            }
        });
        environment.forEach((variable, value) -> overridden(values.keySet(), mistakes, variable)
                .ifPresent(name -> {
                    nameToSource.put(name, Source.ENVIRONMENT);
                    values.put(name, value.strip());
                }));
        return new SettingsReader(values, nameToSource, mistakes);
    }

    /** The setting that a variable of the environment overrides. */
    private static Optional<String> overridden(Set<String> names, List<String> mistakes, String variable) {
        if (!variable.startsWith(PREFIX) || variable.equals(FILE)) {
            return Optional.empty();
        }
        if (INJECTED.matcher(variable).matches()) {
            LOG.info("{} looks like a name an orchestrator injects and is ignored", variable);
            return Optional.empty();
        }
        var name = names.stream()
                .filter(known -> SettingsReader.variable(known).equals(variable))
                .findFirst();
        if (name.isEmpty()) {
            mistakes.add(unknown(variable, names));
        }
        return name;
    }

    private static String unknown(String variable, Set<String> names) {
        var variables = names.stream().map(SettingsReader::variable).toList();
        return variable + " is no setting; " + hint(variable.toUpperCase(Locale.ROOT), variables);
    }

    private static String hint(String typed, Collection<String> names) {
        return names.stream()
                .min(Comparator.comparingInt(name -> EditDistance.between(typed, name)))
                .filter(closest -> EditDistance.between(typed, closest) <= MAX_TYPOS)
                .map(closest -> "did you mean " + closest + "?")
                .orElse("conf/godwit.yaml names them all");
    }

    private static Map<String, String> flat(String prefix, Map<?, ?> section, Map<String, String> into) {
        section.forEach((key, value) -> {
            var name = prefix + String.valueOf(key).toLowerCase(Locale.ROOT);
            if (value instanceof Map<?, ?> nested) {
                flat(name + ".", nested, into);
            } else {
                into.put(name, text(value));
            }
        });
        return into;
    }

    private static String text(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return String.join(",", list.stream().map(String::valueOf).toList());
        }
        return value == null ? "" : String.valueOf(value).strip();
    }
}
