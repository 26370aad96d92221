package io.godwit.config;

import io.godwit.core.EditDistance;
import io.godwit.core.SettingInForce.Source;
import io.godwit.core.SettingsException;
import io.godwit.core.SettingsReader;
import io.vertx.config.ConfigRetriever;
import io.vertx.config.ConfigRetrieverOptions;
import io.vertx.config.ConfigStoreOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the three layers of settings as one flat map: {@code godwit.yaml} in the jar, then the file named by
 * {@code GODWIT_CONFIG}, then the environment. The file in the jar names every setting there is, so any other name is a mistake.
 * Beside it lie the settings of Godwit's own tests, which only the environment overrides.
 */
final class SettingsSource {

    private static final Logger LOG = LoggerFactory.getLogger(SettingsSource.class);

    private static final String PREFIX = "GODWIT_";
    private static final String FILE = "GODWIT_CONFIG";

    /** The settings page in the jar. */
    private static final String DEFAULTS = "godwit.yaml";

    /** The settings in the jar that only tests change. */
    private static final String TEST_DEFAULTS = "settings/tests.yaml";

    /** One thread of each kind is enough to read two files, and quickly started. */
    private static final VertxOptions READING =
            new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1).setInternalBlockingPoolSize(1);

    /** The names of variables that Kubernetes injects for a service named godwit. */
    private static final Pattern INJECTED = Pattern.compile("GODWIT_(.*SERVICE_.*|PORT.*)");

    /** Max typing mistakes between a wrong name and the setting that is suggested for it. */
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
        var vertx = Vertx.vertx(READING);
        try {
            return layered(
                    settings(yaml(vertx, DEFAULTS)),
                    settings(yaml(vertx, TEST_DEFAULTS)),
                    file.isEmpty() ? Map.of() : named(file));
        } finally {
            vertx.close().onFailure(unclosed -> LOG.warn("The reader of the settings could not be closed", unclosed));
        }
    }

    private static Map<String, String> named(String file) {
        try {
            return settings(SettingsFile.read(Path.of(file)));
        } catch (IOException | RuntimeException unreadable) {
            throw new SettingsException(
                    List.of(FILE + " names " + file + ", which cannot be read as YAML: " + unreadable.getMessage()));
        }
    }

    private static JsonObject yaml(Vertx vertx, String path) {
        var store = new ConfigStoreOptions()
                .setType("file")
                .setFormat("yaml")
                .setConfig(new JsonObject().put("path", path));
        var retriever = ConfigRetriever.create(
                vertx,
                new ConfigRetrieverOptions()
                        .setIncludeDefaultStores(false)
                        .setScanPeriod(-1)
                        .addStore(store));
        return retriever.getConfig().eventually(retriever::close).await();
    }

    private static Map<String, String> settings(JsonObject page) {
        return flat("", page, new LinkedHashMap<>());
    }

    private SettingsReader layered(
            Map<String, String> defaults, Map<String, String> testDefaults, Map<String, String> file) {
        var values = new LinkedHashMap<>(defaults);
        var nameToSource = new HashMap<String, Source>();
        var mistakes = new ArrayList<String>();
        file.forEach((name, value) -> {
            nameToSource.put(name, Source.FILE);
            if (values.replace(name, value) == null) {
                mistakes.add(name + " in the settings file is no setting; " + hint(name, values.keySet()));
            }
        });
        environment.forEach(
                (variable, value) -> overridden(defaults.keySet(), testDefaults.keySet(), mistakes, variable)
                        .ifPresent(name -> {
                            nameToSource.put(name, Source.ENVIRONMENT);
                            values.put(name, value.strip());
                        }));
        return new SettingsReader(values, testDefaults, nameToSource, mistakes);
    }

    /** The setting that a variable of the environment overrides. */
    private static Optional<String> overridden(
            Set<String> names, Set<String> testNames, List<String> mistakes, String variable) {
        if (!variable.startsWith(PREFIX) || variable.equals(FILE)) {
            return Optional.empty();
        }
        if (INJECTED.matcher(variable).matches()) {
            LOG.info("{} looks like a name an orchestrator injects and is ignored", variable);
            return Optional.empty();
        }
        var name = Stream.concat(names.stream(), testNames.stream())
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

    private static Map<String, String> flat(String prefix, JsonObject section, Map<String, String> into) {
        section.forEach(member -> {
            var name = prefix + member.getKey().toLowerCase(Locale.ROOT);
            if (member.getValue() instanceof JsonObject nested) {
                flat(name + ".", nested, into);
            } else if (into.put(name, text(member.getValue())) != null) {
                throw new IllegalArgumentException(name + " is set twice");
            }
        });
        return into;
    }

    private static String text(@Nullable Object value) {
        if (value instanceof JsonArray list) {
            return String.join(",", list.stream().map(String::valueOf).toList());
        }
        return value == null ? "" : String.valueOf(value).strip();
    }
}
