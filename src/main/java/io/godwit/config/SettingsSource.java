package io.godwit.config;

import io.godwit.core.EditDistance;
import io.godwit.core.SettingInForce.Source;
import io.godwit.core.SettingsException;
import io.godwit.core.SettingsReader;
import io.vertx.config.ConfigRetriever;
import io.vertx.config.ConfigRetrieverOptions;
import io.vertx.config.ConfigStoreOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the three layers of settings as one flat map: {@code godwit.yaml} in the jar, then the file named by
 * {@code GODWIT_CONFIG}, then the environment. The file in the jar names every setting there is, so any other name is a mistake.
 */
final class SettingsSource {

    private static final Logger LOG = LoggerFactory.getLogger(SettingsSource.class);

    private static final String PREFIX = "GODWIT_";
    private static final String FILE = "GODWIT_CONFIG";

    /** Variables Kubernetes injects for a service named godwit. */
    private static final Pattern INJECTED = Pattern.compile("GODWIT_(.*SERVICE_.*|PORT.*)");

    /** Typing mistakes between a wrong name and the setting suggested for it, at most. */
    private static final int MAX_TYPOS = 3;

    private final Vertx vertx;
    private final Map<String, String> environment;

    SettingsSource(Vertx vertx, Map<String, String> environment) {
        this.vertx = vertx;
        this.environment = environment;
    }

    /** Fails when a file cannot be read or is no YAML; unknown names are noted as mistakes of the returned reader. */
    Future<SettingsReader> read() {
        var file = environment.getOrDefault(FILE, "").strip();
        return yaml("godwit.yaml").compose(page -> {
            if (file.isEmpty()) {
                return Future.succeededFuture(layered(page, new JsonObject()));
            }
            return yaml(file)
                    .recover(unreadable -> Future.failedFuture(new SettingsException(List.of(
                            FILE + " names " + file + ", which cannot be read as YAML: " + unreadable.getMessage()))))
                    .map(named -> layered(page, named));
        });
    }

    private Future<JsonObject> yaml(String path) {
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
        return retriever.getConfig().eventually(retriever::close);
    }

    private SettingsReader layered(JsonObject page, JsonObject file) {
        var values = flat("", page, new LinkedHashMap<>());
        var nameToSource = new HashMap<String, Source>();
        var mistakes = new ArrayList<String>();
        flat("", file, new LinkedHashMap<>()).forEach((name, value) -> {
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

    private static Map<String, String> flat(String prefix, JsonObject object, Map<String, String> into) {
        object.forEach(member -> {
            var name = prefix + member.getKey().toLowerCase(Locale.ROOT);
            if (member.getValue() instanceof JsonObject nested) {
                flat(name + ".", nested, into);
            } else {
                into.put(name, text(member.getValue()));
            }
        });
        return into;
    }

    private static String text(Object value) {
        if (value instanceof JsonArray list) {
            return String.join(",", list.stream().map(String::valueOf).toList());
        }
        return value == null ? "" : String.valueOf(value).strip();
    }
}
