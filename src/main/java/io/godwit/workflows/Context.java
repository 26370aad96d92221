package io.godwit.workflows;

import io.godwit.core.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an execution or an event knows beside its contact.
 *
 * @param once non-persistent values; gone when the execution ends
 */
record Context(Map<String, @Nullable Object> kept, Map<String, @Nullable Object> once) {

    static final Context NONE = new Context(Map.of(), Map.of());

    /** Both; what counts once goes before what is kept. */
    Map<String, @Nullable Object> all() {
        return once.isEmpty() ? kept : merged(kept, once);
    }

    /** With another one laid over it, key by key. */
    Context with(Context other) {
        return new Context(merged(kept, other.kept), merged(once, other.once));
    }

    static Map<String, @Nullable Object> merged(
            Map<String, @Nullable Object> under, Map<String, @Nullable Object> over) {
        if (over.isEmpty()) {
            return under;
        }
        var all = new LinkedHashMap<>(under);
        all.putAll(over);
        return all;
    }

    /** Empty text for nothing at all. */
    String json() {
        if (kept.isEmpty() && once.isEmpty()) {
            return "";
        }
        return Json.write(once.isEmpty() ? Map.of("kept", kept) : Map.of("kept", kept, "once", once));
    }

    /** What {@link #json} or the database wrote. */
    static Context stored(@Nullable String json) {
        if (json == null || json.isEmpty()) {
            return NONE;
        }
        return of(Json.readObject(json));
    }

    /** The same as a value inside another. */
    static Context of(@Nullable Object value) {
        var members = object(value);
        return new Context(object(members.get("kept")), object(members.get("once")));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> object(@Nullable Object member) {
        return member instanceof Map<?, ?> object ? (Map<String, @Nullable Object>) object : Map.of();
    }
}
