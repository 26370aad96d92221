package io.godwit.web.openapi;

import io.godwit.web.openapi.SchemaTexts.SchemaText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Year;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The prose of the OpenAPI document, from {@code openapi/*.yaml} of the jar: a name, a summary and an example for each operation,
 * a sentence for each tag, each parameter, each schema and each of its members.
 *
 * @param tags in the order of the document
 * @param inputs members of requests
 * @param values example values of texts, by the name of the member
 * @param schemas schemas and their members
 * @param codes error codes
 */
record OpenApiTexts(
        Map<String, Object> introduction,
        List<Tag> tags,
        Map<String, OperationText> routeToText,
        SchemaWords parameters,
        SchemaWords inputs,
        Map<String, Object> values,
        SchemaTexts schemas,
        SchemaWords codes) {

    private static final String FOLDER = "/openapi/";

    private static final String NEW_YEAR = "{new year}";

    /**
     * A group of operations.
     *
     * @param operations their ids, the most used first
     */
    record Tag(String name, String description, List<String> operations) {}

    /**
     * The prose of one operation.
     *
     * @param id unique among all operations, as generated clients name their methods by it
     * @param pathParameters sentences on parameters of the path, by name
     * @param examples of the request, by name; each is an object
     * @param failures sentences on statuses of failure that mean something more definite here, by status
     */
    record OperationText(
            String id,
            String tag,
            String summary,
            Optional<String> description,
            Map<String, String> pathParameters,
            Map<String, Object> examples,
            Map<String, String> failures) {}

    static OpenApiTexts load() {
        var index = file("index.yaml");
        var tags = new ArrayList<Tag>();
        var texts = new HashMap<String, OperationText>();
        var schemas = new HashMap<>(schemas(index));
        for (var name : list(index, "files")) {
            var file = file(name + ".yaml");
            tags.add(tag(file));
            schemas.putAll(schemas(file));
            object(file, "operations")
                    .forEach((route, operation) -> texts.put(route, operation(file, object(operation))));
        }
        return new OpenApiTexts(
                object(index, "info"),
                List.copyOf(tags),
                Map.copyOf(texts),
                new SchemaWords(sentences(object(index, "parameters"))),
                new SchemaWords(sentences(object(index, "inputs"))),
                object(index, "values"),
                new SchemaTexts(schemas, new SchemaWords(sentences(object(index, "members")))),
                new SchemaWords(sentences(object(index, "codes"))));
    }

    private static Tag tag(Map<String, Object> file) {
        var operations = object(file, "operations").values().stream()
                .map(operation -> text(object(operation), "id"))
                .toList();
        return new Tag(text(file, "tag"), text(file, "description"), operations);
    }

    private static Map<String, SchemaText> schemas(Map<String, Object> file) {
        var schemas = new HashMap<String, SchemaText>();
        object(file, "schemas").forEach((name, schema) -> schemas.put(name, SchemaText.of(sentences(object(schema)))));
        return schemas;
    }

    private static OperationText operation(Map<String, Object> file, Map<String, Object> operation) {
        return new OperationText(
                text(operation, "id"),
                text(file, "tag"),
                text(operation, "summary"),
                Optional.ofNullable(operation.get("description")).map(Object::toString),
                pathParameters(file, operation),
                dated(object(operation, "examples")),
                failures(operation));
    }

    /** Puts the coming new year in, because a time to send at lies in the future, and within a year. */
    @SuppressWarnings("unchecked")
    private static <T> T dated(T value) {
        if (value instanceof Map<?, ?> members) {
            var dated = new LinkedHashMap<Object, Object>();
            members.forEach((name, member) -> dated.put(name, member == null ? null : dated(member)));
            return (T) dated;
        }
        return NEW_YEAR.equals(value) ? (T) (Year.now(ZoneOffset.UTC).plusYears(1) + "-01-01T00:00:00Z") : value;
    }

    /** YAML reads the statuses as numbers. */
    private static Map<String, String> failures(Map<String, Object> operation) {
        var sentences = new HashMap<String, String>();
        ((Map<?, ?>) object(operation, "failures"))
                .forEach((status, sentence) -> sentences.put(String.valueOf(status), String.valueOf(sentence)));
        return sentences;
    }

    /** The sentences of the file, and those of the operation, which win. */
    private static Map<String, String> pathParameters(Map<String, Object> file, Map<String, Object> operation) {
        var sentences = new HashMap<>(sentences(object(file, "path")));
        sentences.putAll(sentences(object(operation, "path")));
        return sentences;
    }

    private static Map<String, Object> file(String name) {
        try (InputStream file = OpenApiTexts.class.getResourceAsStream(FOLDER + name)) {
            if (file == null) {
                throw new IllegalStateException("The jar has no " + FOLDER + name);
            }
            Function<InputStream, Map<String, Object>> read = new Yaml(new SafeConstructor(new LoaderOptions()))::load;
            return read.apply(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String text(Map<String, Object> object, String name) {
        return Optional.ofNullable(object.get(name))
                .map(Object::toString)
                .orElseThrow(() ->
                        new IllegalStateException("A text of the OpenAPI document has no " + name + ": " + object));
    }

    private static Map<String, Object> object(Map<String, Object> parent, String name) {
        return Optional.ofNullable(parent.get(name)).map(OpenApiTexts::object).orElse(Map.of());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    private static List<String> list(Map<String, Object> parent, String name) {
        return ((List<?>) Optional.ofNullable(parent.get(name)).orElse(List.of()))
                .stream().map(Object::toString).toList();
    }

    private static Map<String, String> sentences(Map<String, Object> object) {
        var sentences = new HashMap<String, String>();
        object.forEach((name, sentence) -> sentences.put(name, sentence.toString()));
        return sentences;
    }
}
