package io.godwit.web.openapi;

import io.godwit.web.Query;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Notes the parameters that a reader of a query asks for, as schemas; answers that none was sent. */
final class QueryRecorder implements Query {

    private final Map<String, Map<String, Object>> nameToSchema = new LinkedHashMap<>();
    private final Set<String> required = new HashSet<>();

    Map<String, Map<String, Object>> parameters() {
        return nameToSchema;
    }

    boolean requires(String name) {
        return required.contains(name);
    }

    @Override
    public Optional<String> text(String name) {
        nameToSchema.putIfAbsent(name, JsonSchemas.of("string"));
        return Optional.empty();
    }

    @Override
    public Optional<String> text(String name, String pattern) {
        nameToSchema.put(name, JsonSchemas.with(JsonSchemas.of("string"), "pattern", pattern));
        return Optional.empty();
    }

    @Override
    public Optional<List<String>> manyOf(String name, List<String> words) {
        var word = "(" + String.join("|", words).replace(".", "\\.") + ")";
        text(name, "^" + word + "(, ?" + word + ")*$");
        return Optional.empty();
    }

    @Override
    public String required(String name) {
        required.add(name);
        return text(name).orElse("");
    }

    @Override
    public Optional<String> oneOf(String name, List<String> words) {
        nameToSchema.put(name, JsonSchemas.with(JsonSchemas.of("string"), "enum", words));
        return Optional.empty();
    }

    @Override
    public Optional<String> oneOfOrNone(String name, List<String> words) {
        return oneOf(name, words);
    }

    @Override
    public Optional<Boolean> flagOrNone(String name) {
        return flag(name);
    }

    @Override
    public int number(String name, int fallback, int min, int max) {
        var schema = JsonSchemas.of("integer");
        schema.put("minimum", min);
        schema.put("maximum", max);
        schema.put("default", fallback);
        nameToSchema.put(name, schema);
        return fallback;
    }

    @Override
    public Optional<Boolean> flag(String name) {
        nameToSchema.put(name, JsonSchemas.of("boolean"));
        return Optional.empty();
    }

    @Override
    public Optional<Map<String, @Nullable Object>> object(String name) {
        nameToSchema.put(name, JsonSchemas.freeObject());
        return Optional.empty();
    }

    @Override
    public void knows(String... names) {
        for (var name : names) {
            nameToSchema.putIfAbsent(name, JsonSchemas.of("string"));
        }
    }

    /** Names without an effect are not advertised. */
    @Override
    public void ignores(String... names) {}

    @Override
    public String filters() {
        return "";
    }

    @Override
    public void check() {}
}
