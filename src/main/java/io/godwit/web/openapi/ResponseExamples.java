package io.godwit.web.openapi;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes an example of each answer from its schema, so that no example says something else than the schema. */
final class ResponseExamples {

    private static final String ID = "01980f2e-7c1a-7c3e-9d5f-3b1c2a4e6f80";
    private static final String TIME = "2026-01-31T09:30:00.000Z";

    /** A list that may hold anything. */
    private static final Map<String, Object> ANYTHING = JsonSchemas.anything();

    private final Map<String, Map<String, Object>> nameToSchema;
    private final Map<String, Object> memberToValue;

    /** The schemas whose examples are being made; one that holds its own kind ends there. */
    private final Deque<String> within = new ArrayDeque<>();

    /**
     * Makes examples of these schemas.
     *
     * @param memberToValue values of texts by the name of the member
     */
    ResponseExamples(Map<String, Map<String, Object>> nameToSchema, Map<String, Object> memberToValue) {
        this.nameToSchema = nameToSchema;
        this.memberToValue = memberToValue;
    }

    @Nullable
    Object of(Map<String, Object> schema) {
        return value("", schema);
    }

    private @Nullable Object value(String member, Map<String, Object> schema) {
        if (schema.get("$ref") instanceof String reference) {
            return referenced(member, reference.substring(reference.lastIndexOf('/') + 1));
        } else if (schema.get("anyOf") instanceof List<?> several) {
            return value(member, object(several.get(0)));
        } else if (schema.containsKey("const")) {
            return schema.get("const");
        } else if (schema.get("enum") instanceof List<?> words) {
            return words.get(0);
        }
        return typed(member, type(schema), schema);
    }

    private @Nullable Object referenced(String member, String name) {
        if (within.contains(name)) {
            return null;
        }
        within.push(name);
        try {
            return value(member, Optional.ofNullable(nameToSchema.get(name)).orElse(ANYTHING));
        } finally {
            within.pop();
        }
    }

    private static String type(Map<String, Object> schema) {
        var type = schema.get("type");
        return String.valueOf(type instanceof List<?> several ? several.get(0) : type);
    }

    private @Nullable Object typed(String member, String type, Map<String, Object> schema) {
        return switch (type) {
            case "string" -> text(member, String.valueOf(schema.get("format")));
            case "boolean" -> !Set.of("hasMore", "blocked", "suppressed").contains(member);
            case "integer" -> member.equals("time") || member.equals("rate") ? 0 : 1;
            case "number" -> 0.5;
            case "array" -> items(member, object(schema.get("items")));
            case "object" -> members(schema);
            default -> null;
        };
    }

    private String text(String member, String format) {
        return switch (format) {
            case "uuid" -> ID;
            case "date-time" -> TIME;
            case "email" -> "ada@example.com";
            default -> String.valueOf(memberToValue.getOrDefault(member, "text"));
        };
    }

    private List<Object> items(String member, Map<String, Object> schema) {
        return Optional.ofNullable(value(member, schema)).map(List::of).orElse(List.of());
    }

    private Map<String, @Nullable Object> members(Map<String, Object> schema) {
        var example = new LinkedHashMap<String, @Nullable Object>();
        var required = schema.get("required") instanceof List<?> names ? names : List.of();
        object(schema.get("properties")).forEach((name, member) -> {
            var value = value(name, object(member));
            if (value != null || required.contains(name)) {
                example.put(name, value);
            }
        });
        if (schema.get("additionalProperties") instanceof Map<?, ?> values && example.isEmpty()) {
            Optional.ofNullable(value("", object(values))).ifPresent(value -> example.put("example", value));
        }
        return example;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(@Nullable Object value) {
        return value instanceof Map<?, ?> ? (Map<String, Object>) value : Map.of();
    }
}
