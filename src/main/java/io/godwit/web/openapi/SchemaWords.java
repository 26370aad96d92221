package io.godwit.web.openapi;

import java.util.Map;

/**
 * The sentences that describe parameters and members whose name means the same everywhere.
 *
 * @param nameToSentence by the name in the JSON or the query
 */
record SchemaWords(Map<String, String> nameToSentence) {

    SchemaWords {
        nameToSentence = Map.copyOf(nameToSentence);
    }

    Map<String, Object> described(String name, Map<String, Object> schema) {
        var sentence = nameToSentence.get(name);
        return sentence == null ? schema : JsonSchemas.with(schema, "description", sentence);
    }
}
