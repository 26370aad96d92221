package io.godwit.contacts.fields;

import io.godwit.contacts.DataChange;
import io.godwit.contacts.FieldPaths;
import io.godwit.contacts.FieldType;
import io.godwit.core.Failure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The name of a field as a caller writes it: a standard one, or a custom one with or without {@code data.} before its path. A
 * path is never read as a pattern or as SQL; it is compared with keys, character by character.
 */
record FieldName(String path, boolean isCustom) {

    /** The standard fields with their types. */
    enum Standard {
        CREATED_AT("createdAt", FieldType.DATE),
        EMAIL("email", FieldType.STRING),
        SUBSCRIBED("subscribed", FieldType.BOOLEAN),
        UPDATED_AT("updatedAt", FieldType.DATE);

        private final String field;
        private final FieldType type;

        Standard(String field, FieldType type) {
            this.field = field;
            this.type = type;
        }

        String field() {
            return field;
        }

        FieldType type() {
            return type;
        }

        private static boolean has(String name) {
            return Arrays.stream(values()).anyMatch(standard -> standard.field.equals(name));
        }
    }

    private static final String PREFIX = "data.";

    /** Throws a 422 for an empty path and for one no field can have. Nothing in {@code data} has the name of a standard field. */
    static FieldName parse(String text) {
        var path = text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text;
        if (path.isEmpty() || path.length() > FieldPaths.MAX_LENGTH) {
            throw Failure.invalid(
                    "field", "invalid_string", "Field names have 1 to " + FieldPaths.MAX_LENGTH + " characters");
        }
        return new FieldName(path, !Standard.has(path));
    }

    /** Returns the field as descriptors spell it. */
    static String display(String path) {
        return PREFIX + path;
    }

    /**
     * The chains of keys the path can mean, because a key may hold dots itself: {@code a.b} is a key, or {@code b} inside
     * {@code a}. Inside an object no key with a dot is a field.
     */
    List<List<String>> chains() {
        var parts = path.split("\\.", -1);
        var chains = new ArrayList<List<String>>();
        for (var first = parts.length; first > 0 && parts.length - first < DataChange.MAX_DEPTH; first--) {
            var chain = new ArrayList<String>();
            chain.add(String.join(".", Arrays.asList(parts).subList(0, first)));
            chain.addAll(Arrays.asList(parts).subList(first, parts.length));
            chains.add(chain);
        }
        return chains;
    }
}
