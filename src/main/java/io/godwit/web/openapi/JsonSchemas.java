package io.godwit.web.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Builds the pieces of JSON Schema (draft 2020-12) the document is made of; keys keep the order of a reader. */
final class JsonSchemas {

    private JsonSchemas() {}

    static Map<String, Object> of(String type) {
        return with(new LinkedHashMap<>(), "type", type);
    }

    static Map<String, Object> format(String type, String format) {
        return with(of(type), "format", format);
    }

    /** Any JSON value. */
    static Map<String, Object> anything() {
        return with(new LinkedHashMap<>(), "description", "Any JSON value");
    }

    /** Returns the schema with bounds, which belong to the values. */
    static Map<String, Object> between(Map<String, Object> schema, Number min, Number max) {
        return with(with(schema, "minimum", min), "maximum", max);
    }

    static Map<String, Object> reference(String name) {
        return with(new LinkedHashMap<>(), "$ref", "#/components/schemas/" + name);
    }

    static Map<String, Object> array(Map<String, Object> items) {
        return with(of("array"), "items", items);
    }

    static Map<String, Object> map(Map<String, Object> values) {
        return with(of("object"), "additionalProperties", values);
    }

    /** An object whose members the caller or the project chooses. */
    static Map<String, Object> freeObject() {
        return with(of("object"), "additionalProperties", true);
    }

    static Map<String, Object> object(Map<String, Object> properties, List<String> required) {
        var object = with(of("object"), "properties", properties);
        return required.isEmpty() ? object : with(object, "required", required);
    }

    /** The schema of one of several; alternatives among alternatives become alternatives of one level. */
    static Map<String, Object> anyOf(List<Map<String, Object>> alternatives) {
        var schemas = alternatives.stream()
                .flatMap(JsonSchemas::alternatives)
                .distinct()
                .toList();
        if (schemas.isEmpty()) {
            return freeObject();
        }
        return schemas.size() == 1 ? schemas.get(0) : with(new LinkedHashMap<>(), "anyOf", schemas);
    }

    @SuppressWarnings("unchecked")
    private static Stream<Map<String, Object>> alternatives(Map<String, Object> schema) {
        return schema.size() == 1 && schema.get("anyOf") instanceof List<?> several
                ? ((List<Map<String, Object>>) several).stream()
                : Stream.of(schema);
    }

    static Map<String, Object> with(Map<String, Object> schema, String key, Object value) {
        var more = new LinkedHashMap<>(schema);
        more.put(key, value);
        return more;
    }

    /** Returns the schema of a value of this one, or null. */
    static Map<String, Object> orNull(Map<String, Object> schema) {
        if (!(schema.get("type") instanceof String type)) {
            return schema.containsKey("$ref") || schema.containsKey("anyOf")
                    ? anyOf(List.of(schema, of("null")))
                    : schema;
        }
        var nullable = with(schema, "type", List.of(type, "null"));
        if (schema.get("enum") instanceof List<?> words) {
            var more = new ArrayList<@Nullable Object>(words);
            more.add(null);
            nullable.put("enum", more);
        }
        return nullable;
    }
}
