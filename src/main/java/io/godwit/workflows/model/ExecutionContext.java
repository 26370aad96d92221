package io.godwit.workflows.model;

import io.godwit.core.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values an execution or an event carries beside its contact.
 *
 * @param transientData non-persistent values; gone when the execution ends
 */
public record ExecutionContext(
        Map<String, @Nullable Object> persistentData, Map<String, @Nullable Object> transientData) {

    public static final ExecutionContext NONE = new ExecutionContext(Map.of(), Map.of());

    /** All values; {@code once} overrides {@code kept}. */
    public Map<String, @Nullable Object> all() {
        return transientData.isEmpty() ? persistentData : merged(persistentData, transientData);
    }

    /** Merges another context over this one, key by key: a value of the other one is there whether it may be stored or not. */
    public ExecutionContext with(ExecutionContext other) {
        return new ExecutionContext(
                merged(persistentData, other.persistentData),
                merged(without(transientData, other.persistentData.keySet()), other.transientData));
    }

    private static Map<String, @Nullable Object> without(Map<String, @Nullable Object> data, Set<String> keys) {
        if (Collections.disjoint(data.keySet(), keys)) {
            return data;
        }
        var remaining = new LinkedHashMap<>(data);
        remaining.keySet().removeAll(keys);
        return remaining;
    }

    public static Map<String, @Nullable Object> merged(
            Map<String, @Nullable Object> under, Map<String, @Nullable Object> over) {
        if (over.isEmpty()) {
            return under;
        }
        var all = new LinkedHashMap<>(under);
        all.putAll(over);
        return all;
    }

    /** The JSON form; an empty text for an empty context. */
    public String json() {
        if (persistentData.isEmpty() && transientData.isEmpty()) {
            return "";
        }
        return Json.write(
                transientData.isEmpty()
                        ? Map.of("kept", persistentData)
                        : Map.of("kept", persistentData, "once", transientData));
    }

    /** Reads a text that {@link #json} or the database wrote. */
    public static ExecutionContext stored(@Nullable String json) {
        if (json == null || json.isEmpty()) {
            return NONE;
        }
        return of(Json.readObject(json));
    }

    /** Reads a context that is a value inside another JSON object. */
    public static ExecutionContext of(@Nullable Object value) {
        var members = object(value);
        return new ExecutionContext(object(members.get("kept")), object(members.get("once")));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> object(@Nullable Object member) {
        return member instanceof Map<?, ?> object ? (Map<String, @Nullable Object>) object : Map.of();
    }
}
