package io.godwit.web.openapi;

import io.godwit.core.Failure;
import io.godwit.web.JsonBody;
import io.godwit.web.MemberListener;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Notes the members that a reader of a body asks for. The reader is run on an empty body, which shows what is required, and on the
 * examples, which show the members of objects.
 */
final class BodyRecorder implements MemberListener {

    private final SchemaWords words;
    private final Map<String, Map<String, Object>> nameToSchema = new LinkedHashMap<>();
    private final Set<String> required = new LinkedHashSet<>();
    private final Map<String, BodyRecorder> nameToChild = new LinkedHashMap<>();
    private boolean isExample;

    private BodyRecorder(SchemaWords words) {
        this.words = words;
    }

    static Map<String, Object> schema(
            Consumer<JsonBody> reader, List<Map<String, Object>> examples, SchemaWords words) {
        var recorder = new BodyRecorder(words);
        run(reader, Map.of(), recorder);
        recorder.isExample = true;
        examples.forEach(example -> run(reader, example, recorder));
        return recorder.schema();
    }

    /** A mistake in the body ends the reading, as it does for a client. */
    private static void run(Consumer<JsonBody> reader, Map<String, Object> members, BodyRecorder recorder) {
        try {
            reader.accept(JsonBody.recording(new LinkedHashMap<String, @Nullable Object>(members), recorder));
        } catch (Failure expected) {
            return;
        }
    }

    private Map<String, Object> schema() {
        nameToChild.forEach(
                (name, child) -> nameToSchema.computeIfPresent(name, (known, schema) -> child.refine(schema)));
        var described = new LinkedHashMap<String, Object>();
        nameToSchema.forEach((name, schema) -> described.put(name, words.described(name, schema)));
        return JsonSchemas.object(described, new ArrayList<>(required));
    }

    /** Adds the members that examples have; an object may have others. */
    private Map<String, Object> refine(Map<String, Object> schema) {
        var object = JsonSchemas.with(schema(), "additionalProperties", true);
        object.remove("required");
        if ("object".equals(schema.get("type"))) {
            return object;
        }
        return "array".equals(schema.get("type")) ? JsonSchemas.with(schema, "items", object) : schema;
    }

    private void note(String name, Map<String, Object> schema) {
        nameToSchema.put(name, schema);
    }

    @Override
    public void text(String name, int min, int max) {
        var schema = JsonSchemas.of("string");
        if (min > 0) {
            schema.put("minLength", min);
        }
        if (max < Integer.MAX_VALUE) {
            schema.put("maxLength", max);
        }
        note(name, schema);
    }

    @Override
    public void email(String name) {
        note(name, JsonSchemas.format("string", "email"));
    }

    @Override
    public void flag(String name) {
        note(name, JsonSchemas.of("boolean"));
    }

    @Override
    public void object(String name) {
        note(name, JsonSchemas.freeObject());
    }

    @Override
    public void list(String name) {
        note(name, JsonSchemas.array(JsonSchemas.anything()));
    }

    @Override
    public void words(String name, List<String> allowed) {
        note(name, JsonSchemas.with(JsonSchemas.of("string"), "enum", allowed));
    }

    @Override
    public void any(String name) {
        nameToSchema.putIfAbsent(name, JsonSchemas.anything());
    }

    @Override
    public void required(String name) {
        if (!isExample) {
            required.add(name);
        }
    }

    @Override
    public MemberListener child(String name) {
        var child = nameToChild.computeIfAbsent(name.replaceAll("\\.\\d+$", ""), fresh -> new BodyRecorder(words));
        child.isExample = true;
        return child;
    }
}
