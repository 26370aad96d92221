package io.godwit.config;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/** Reads the settings file of an operator. */
final class SettingsFile {

    private SettingsFile() {}

    /** Leaves a value the text that is written: YAML makes 83 of a password 0123, false of no and 750 of 12:30. */
    private static final class TextResolver extends Resolver {

        @Override
        protected void addImplicitResolvers() {
            addImplicitResolver(Tag.MERGE, MERGE, "<");
            addImplicitResolver(Tag.NULL, NULL, "~nN\0");
            addImplicitResolver(Tag.NULL, EMPTY, null);
        }
    }

    /**
     * Reads a file with its values as texts. Throws an {@link IllegalArgumentException} for one that is no YAML mapping, and for a
     * name that stands there twice, because the first would have no effect. Its message repeats no line of the file, which may hold
     * a secret.
     */
    static JsonObject read(Path file) throws IOException {
        var options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        var dumper = new DumperOptions();
        var yaml = new Yaml(new SafeConstructor(options), new Representer(dumper), dumper, options, new TextResolver());
        try {
            var page = yaml.<Object>load(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
            if (page instanceof Map<?, ?> sections) {
                return section(sections);
            }
            if (page == null) {
                return new JsonObject();
            }
        } catch (MarkedYAMLException wrong) {
            var mark = wrong.getProblemMark();
            throw new IllegalArgumentException(
                    wrong.getProblem() + (mark == null ? "" : " in line " + (mark.getLine() + 1)), wrong);
        }
        throw new IllegalArgumentException("it has no names of settings");
    }

    private static JsonObject section(Map<?, ?> members) {
        var section = new JsonObject();
        members.forEach((name, value) ->
                section.put(String.valueOf(name), value instanceof Map<?, ?> nested ? section(nested) : value));
        return section;
    }
}
