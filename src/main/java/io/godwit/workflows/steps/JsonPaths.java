package io.godwit.workflows.steps;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads values by dotted paths from JSON, as filters and templates do: into objects, into lists by number, and otherwise as one
 * key with dots in it.
 */
final class JsonPaths {

    private JsonPaths() {}

    /** Finds the value at a path; null when there is none. */
    static @Nullable Object find(Map<String, @Nullable Object> data, String path) {
        var found = resolve(data, path.split("\\.", -1));
        return found == null ? data.get(path) : found;
    }

    private static @Nullable Object resolve(Map<String, @Nullable Object> data, String[] steps) {
        Object value = data;
        for (var step : steps) {
            if (value instanceof Map<?, ?> object) {
                value = object.get(step);
            } else {
                value = value instanceof List<?> list ? member(list, step) : null;
            }
        }
        return value;
    }

    private static @Nullable Object member(List<?> list, String step) {
        var isIndex = !step.isEmpty() && step.length() <= 6 && step.chars().allMatch(Character::isDigit);
        var index = isIndex ? Integer.parseInt(step) : list.size();
        return index < list.size() ? list.get(index) : null;
    }
}
