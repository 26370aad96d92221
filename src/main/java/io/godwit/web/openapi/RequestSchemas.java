package io.godwit.web.openapi;

import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Writes the schemas of requests from the readers that read them. Objects with a name become one named schema each. */
final class RequestSchemas {

    private final Map<String, Map<String, Object>> nameToSchema = new TreeMap<>();
    private final SchemaWords words;
    private final SchemaTexts texts;

    /**
     * Makes schemas.
     *
     * @param words sentences on members of requests that mean the same everywhere
     */
    RequestSchemas(SchemaWords words, SchemaTexts texts) {
        this.words = words;
        this.texts = texts;
    }

    /** Every schema that was named so far. */
    Map<String, Map<String, Object>> named() {
        return nameToSchema;
    }

    /** The schema of a body, given the examples that show members which are read only beside others. */
    Map<String, Object> body(Consumer<JsonBody> reader, List<Map<String, Object>> examples) {
        return BodyRecorder.schema(reader, examples, this);
    }

    Map<String, Object> described(String name, Map<String, Object> schema) {
        return words.described(name, schema);
    }

    Map<String, Object> schema(MemberType type) {
        if (type instanceof MemberType.Text text) {
            return text(text);
        } else if (type instanceof MemberType.Flag) {
            return JsonSchemas.of("boolean");
        } else if (type instanceof MemberType.Address) {
            return JsonSchemas.format("string", "email");
        } else if (type instanceof MemberType.Words words) {
            return JsonSchemas.with(JsonSchemas.of("string"), "enum", words.words());
        } else if (type instanceof MemberType.Whole whole) {
            return JsonSchemas.between(JsonSchemas.format("integer", "int64"), whole.min(), whole.max());
        } else if (type instanceof MemberType.Decimal number) {
            return JsonSchemas.between(JsonSchemas.format("number", "double"), number.min(), number.max());
        } else if (type instanceof MemberType.ListOf list) {
            return list(list);
        } else if (type instanceof MemberType.MapOf map) {
            return map.values() == MemberType.ANYTHING
                    ? JsonSchemas.freeObject()
                    : JsonSchemas.map(schema(map.values()));
        } else if (type instanceof MemberType.Either either) {
            return JsonSchemas.anyOf(either.types().stream().map(this::schema).toList());
        } else if (type instanceof MemberType.Members members) {
            return named(members);
        }
        return JsonSchemas.anything();
    }

    private static Map<String, Object> text(MemberType.Text text) {
        var schema = JsonSchemas.of("string");
        if (text.min() > 0) {
            schema.put("minLength", text.min());
        }
        if (text.max() < Integer.MAX_VALUE) {
            schema.put("maxLength", text.max());
        }
        return schema;
    }

    private Map<String, Object> list(MemberType.ListOf list) {
        var schema = JsonSchemas.array(schema(list.items()));
        if (list.min() > 0) {
            schema.put("minItems", list.min());
        }
        if (list.max() < Integer.MAX_VALUE) {
            schema.put("maxItems", list.max());
        }
        return schema;
    }

    /** Names the schema before its members are read, because an object may hold objects of its own kind. */
    private Map<String, Object> named(MemberType.Members members) {
        if (!nameToSchema.containsKey(members.name())) {
            nameToSchema.put(members.name(), Map.of());
            nameToSchema.put(members.name(), texts.object(members.name(), body(members.reader(), members.others())));
        }
        return JsonSchemas.reference(members.name());
    }
}
