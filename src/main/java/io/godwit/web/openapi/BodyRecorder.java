package io.godwit.web.openapi;

import io.godwit.core.Failure;
import io.godwit.web.JsonBody;
import io.godwit.web.MemberListener;
import io.godwit.web.MemberType;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Notes the members that a reader of a body asks for. The reader is run on an empty body, which shows what is required, and on the
 * examples, which show members that are read only beside others. A member that an accepted example lacks is not required.
 */
final class BodyRecorder implements MemberListener {

    private final RequestSchemas schemas;
    private final Map<String, Map<String, Object>> nameToSchema = new LinkedHashMap<>();
    private final Map<String, Map<String, Object>> nameToExpected = new LinkedHashMap<>();
    private final Map<String, String> aliasToName = new LinkedHashMap<>();
    private final Set<String> required = new LinkedHashSet<>();
    private final Set<String> nullable = new HashSet<>();
    private final Map<String, BodyRecorder> nameToChild = new LinkedHashMap<>();
    private boolean isExample;

    private BodyRecorder(RequestSchemas schemas) {
        this.schemas = schemas;
    }

    static Map<String, Object> schema(
            Consumer<JsonBody> reader, List<Map<String, Object>> examples, RequestSchemas schemas) {
        var recorder = new BodyRecorder(schemas);
        run(reader, Map.of(), recorder);
        recorder.isExample = true;
        for (var example : examples) {
            if (run(reader, example, recorder)) {
                recorder.required.retainAll(example.keySet());
            }
        }
        return recorder.schema();
    }

    /** Returns whether the reader accepts the body; a mistake ends the reading, as it does for a client. */
    private static boolean run(Consumer<JsonBody> reader, Map<String, Object> members, BodyRecorder recorder) {
        try {
            reader.accept(JsonBody.recording(new LinkedHashMap<String, @Nullable Object>(members), recorder));
            return true;
        } catch (Failure refused) {
            return false;
        }
    }

    private Map<String, Object> schema() {
        nameToChild.forEach(
                (name, child) -> nameToSchema.computeIfPresent(name, (known, schema) -> child.refine(schema)));
        nameToSchema.putAll(nameToExpected);
        nameToSchema.keySet().removeAll(aliasToName.keySet());
        nullable.forEach(name -> nameToSchema.computeIfPresent(name, (known, schema) -> JsonSchemas.orNull(schema)));
        var described = new LinkedHashMap<String, Object>();
        nameToSchema.forEach((name, schema) -> described.put(name, withAliases(name, schemas.described(name, schema))));
        return JsonSchemas.object(described, List.copyOf(required));
    }

    /**
     * Names the aliases beside the member. As members of their own, {@code scheduled_at} and {@code scheduledAt} would become the
     * same name in a generated client.
     */
    private Map<String, Object> withAliases(String name, Map<String, Object> schema) {
        var aliases = aliasToName.keySet().stream()
                .filter(alias -> name.equals(aliasToName.get(alias)))
                .toList();
        return aliases.isEmpty() ? schema : JsonSchemas.with(schema, "x-aliases", aliases);
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

    @Override
    public void member(String name, MemberType type) {
        nameToSchema.put(name, schemas.schema(type));
    }

    @Override
    public void expected(String name, MemberType type) {
        nameToSchema.putIfAbsent(name, JsonSchemas.anything());
        nameToExpected.put(name, schemas.schema(type));
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
    public void nullable(String name) {
        nullable.add(name);
    }

    @Override
    public void alias(String name, String alias) {
        nameToSchema.putIfAbsent(name, JsonSchemas.anything());
        nameToSchema.putIfAbsent(alias, JsonSchemas.anything());
        aliasToName.put(alias, name);
    }

    @Override
    public MemberListener child(String name) {
        var child = nameToChild.computeIfAbsent(name.replaceAll("\\.\\d+$", ""), ignored -> new BodyRecorder(schemas));
        child.isExample = true;
        return child;
    }
}
