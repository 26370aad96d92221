package io.godwit.web.openapi;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The sentences on named schemas and their members. A sentence on a member of one schema wins over the common one of its name.
 *
 * @param nameToText by the name of the schema; pages and envelopes of any content go by the name of their record
 * @param common sentences on members of answers that mean the same everywhere
 */
record SchemaTexts(Map<String, SchemaText> nameToText, SchemaWords common) {

    /** The word that is a sentence on the schema itself among those on its members. */
    private static final String ABOUT = "about";

    private static final SchemaText SILENT = new SchemaText(Optional.empty(), new SchemaWords(Map.of()));

    /**
     * The sentences on one schema.
     *
     * @param about the schema itself
     */
    record SchemaText(Optional<String> about, SchemaWords members) {

        static SchemaText of(Map<String, String> sentences) {
            var members = new HashMap<>(sentences);
            var about = Optional.ofNullable(members.remove(ABOUT));
            return new SchemaText(about, new SchemaWords(members));
        }

        boolean describes(String member) {
            return members.nameToSentence().containsKey(member);
        }
    }

    SchemaTexts {
        nameToText = Map.copyOf(nameToText);
    }

    private SchemaText text(String schema) {
        return nameToText.getOrDefault(schema, SILENT);
    }

    /** Returns the schema with the sentence on it, which is that of the first of two names that has one. */
    Map<String, Object> described(String name, String otherName, Map<String, Object> schema) {
        return text(name)
                .about()
                .or(() -> text(otherName).about())
                .map(sentence -> JsonSchemas.with(schema, "description", sentence))
                .orElse(schema);
    }

    /** Returns the schema of a member with the sentence on it. */
    Map<String, Object> member(String owner, String name, Map<String, Object> schema) {
        return text(owner).describes(name)
                ? text(owner).members().described(name, schema)
                : common.described(name, schema);
    }

    Map<String, Object> object(String name, Map<String, Object> schema) {
        return object(name, name, schema);
    }

    /** Returns an object as {@link #described} does, with the sentences on those of its members that are described for it alone. */
    @SuppressWarnings("unchecked")
    Map<String, Object> object(String name, String otherName, Map<String, Object> schema) {
        var members = new LinkedHashMap<>((Map<String, Object>) schema.getOrDefault("properties", Map.of()));
        members.replaceAll((member, own) -> text(name).members().described(member, (Map<String, Object>) own));
        var described = described(name, otherName, schema);
        return members.isEmpty() ? described : JsonSchemas.with(described, "properties", members);
    }
}
