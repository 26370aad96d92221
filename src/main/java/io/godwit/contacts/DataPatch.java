package io.godwit.contacts;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of a contact's {@code data}: keys to set, and keys with null to delete. Reserved keys, empty strings and
 * non-persistent values have been removed (see {@link DataChange}). An object or a list replaces the key's whole old value.
 */
public record DataPatch(Map<String, @Nullable Object> members) {

    public static final DataPatch NONE = new DataPatch(Map.of());

    /** Answers {@code data} with the patch applied; the argument is not changed, and answered itself when nothing differs. */
    public Map<String, @Nullable Object> applyTo(Map<String, @Nullable Object> data) {
        return changes(data) ? merged(data) : data;
    }

    private boolean changes(Map<String, @Nullable Object> data) {
        for (var member : members.entrySet()) {
            var value = member.getValue();
            if (value == null ? data.containsKey(member.getKey()) : !value.equals(data.get(member.getKey()))) {
                return true;
            }
        }
        return false;
    }

    private Map<String, @Nullable Object> merged(Map<String, @Nullable Object> data) {
        var merged = new LinkedHashMap<String, @Nullable Object>(data);
        members.forEach((key, value) -> {
            if (value == null) {
                merged.remove(key);
            } else {
                merged.put(key, value);
            }
        });
        return Collections.unmodifiableMap(merged);
    }
}
