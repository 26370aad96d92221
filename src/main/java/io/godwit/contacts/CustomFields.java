package io.godwit.contacts;

import io.godwit.core.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The custom fields of one contact, as JSON text or as a map, whichever was asked for: a contact nobody patches is never
 * parsed, and one that is patched ten times in a batch is written once. Belongs to one thread at a time.
 */
final class CustomFields {

    static final CustomFields NONE = new CustomFields("{}");

    private @Nullable String text;
    private @Nullable Map<String, @Nullable Object> values;
    /** Never less than the length of the JSON text in UTF-8 bytes. */
    private final long atMostBytes;

    private CustomFields(String text) {
        this.text = text;
        this.atMostBytes = 4L * text.length();
    }

    private CustomFields(Map<String, @Nullable Object> values, long atMostBytes) {
        this.values = values;
        this.atMostBytes = atMostBytes;
    }

    static CustomFields stored(String text) {
        return text.equals("{}") ? NONE : new CustomFields(text);
    }

    /** What the fields become; this object itself when nothing differs. */
    CustomFields with(Patch patch) {
        if (patch.members().isEmpty()) {
            return this;
        }
        var before = values();
        var after = patch.applyTo(before);
        var added = Inspection.of(patch.members(), 0).bytes();
        return after == before ? this : new CustomFields(after, atMostBytes + added);
    }

    /** What is left when the values these chains of keys lead to are gone; this object itself when there are none. */
    CustomFields without(List<List<String>> chains) {
        var before = values();
        var after = before;
        for (var chain : chains) {
            after = without(after, chain);
        }
        return after == before ? this : new CustomFields(after, atMostBytes);
    }

    private static Map<String, @Nullable Object> without(Map<String, @Nullable Object> object, List<String> chain) {
        var key = chain.get(0);
        var value = object.get(key);
        if (chain.size() == 1) {
            return object.containsKey(key) ? copy(object, copy -> copy.remove(key)) : object;
        }
        if (!(value instanceof Map<?, ?>)) {
            return object;
        }
        @SuppressWarnings("unchecked")
        var inner = (Map<String, @Nullable Object>) value;
        var rest = without(inner, chain.subList(1, chain.size()));
        return rest == inner ? object : copy(object, copy -> copy.put(key, rest));
    }

    private static Map<String, @Nullable Object> copy(
            Map<String, @Nullable Object> object, Consumer<Map<String, @Nullable Object>> change) {
        var copy = new LinkedHashMap<>(object);
        change.accept(copy);
        return copy;
    }

    /** Whether they take more than {@link CustomData#MAX_BYTES} as JSON; the text is only made when it may be so. */
    boolean tooLarge() {
        return atMostBytes > CustomData.MAX_BYTES && CustomDataReader.bytesOf(values()) > CustomData.MAX_BYTES;
    }

    boolean same(CustomFields other) {
        return this == other || values().equals(other.values());
    }

    Map<String, @Nullable Object> values() {
        var read = values;
        if (read == null) {
            read = Json.readObject(text());
            values = read;
        }
        return read;
    }

    String text() {
        var written = text;
        if (written == null) {
            written = Json.write(values);
            text = written;
        }
        return written;
    }
}
