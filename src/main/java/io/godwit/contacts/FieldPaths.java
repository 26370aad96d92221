package io.godwit.contacts;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Lists the fields that one member of {@code data} makes: its key, and for an object the dotted paths of its members. Lists are
 * not looked into. A key inside an object that no path can name (empty, with a dot, over 128 characters, the path over 512) makes
 * no field, and an object with more than 100 paths makes one field only: its keys are data and not names.
 */
public final class FieldPaths {

    private static final int MAX_NESTED = 100;
    /** Max characters of a path. */
    public static final int MAX_LENGTH = 512;

    private FieldPaths() {}

    /** Tells each path with its value; null makes no field. */
    static void each(String key, @Nullable Object value, BiConsumer<String, Object> field) {
        if (value == null) {
            return;
        }
        field.accept(key, value);
        if (value instanceof Map<?, ?> object) {
            var nested = new LinkedHashMap<String, Object>();
            collect(key, object, nested);
            if (nested.size() <= MAX_NESTED) {
                nested.forEach(field);
            }
        }
    }

    private static void collect(String prefix, Map<?, ?> object, Map<String, Object> nested) {
        for (var member : object.entrySet()) {
            var key = String.valueOf(member.getKey());
            var value = member.getValue();
            if (value != null && isName(key) && prefix.length() + 1 + key.length() <= MAX_LENGTH) {
                var path = prefix + "." + key;
                nested.put(path, value);
                if (value instanceof Map<?, ?> inner && nested.size() <= MAX_NESTED) {
                    collect(path, inner, nested);
                }
            }
        }
    }

    private static boolean isName(String key) {
        return !key.isEmpty() && key.length() <= DataChangeReader.MAX_KEY_LENGTH && key.indexOf('.') < 0;
    }
}
