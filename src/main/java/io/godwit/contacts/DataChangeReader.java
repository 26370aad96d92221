package io.godwit.contacts;

import io.godwit.core.Json;
import io.godwit.web.JsonBody;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sorts the members of one {@code data} object into persistent and transient ones. */
public final class DataChangeReader {

    /** Longer keys, and more of them, are data used as keys: every key becomes a field of the project. */
    public static final int MAX_KEY_LENGTH = 128;

    public static final int MAX_KEYS = 1_000;

    /** Keys dropped without an error: they would hide a built-in variable or a column. */
    private static final Set<String> RESERVED = Set.of(
            "id",
            "svc_id",
            "svc_email",
            "godwit_id",
            "godwit_email",
            "plunk_id",
            "plunk_email",
            "email",
            "unsubscribeUrl",
            "subscribeUrl",
            "manageUrl",
            "subscribed",
            "createdAt",
            "updatedAt");

    private final JsonBody body;
    private final JsonBody members;
    private final String name;
    private final DataChange.Limits limits;
    private final Map<String, @Nullable Object> persistentData = new LinkedHashMap<>();
    private final Map<String, @Nullable Object> transientData = new LinkedHashMap<>();

    DataChangeReader(JsonBody body, String name, Map<String, @Nullable Object> data, DataChange.Limits limits) {
        this.body = body;
        this.members = body.freeChild(name, data);
        this.name = name;
        this.limits = limits;
    }

    /** Returns whether data drops the key without an error. */
    public static boolean isReserved(String key) {
        return RESERVED.contains(key);
    }

    DataChange read(Map<String, @Nullable Object> data) {
        if (isWithinLimits(data)) {
            data.forEach(this::sort);
        }
        return new DataChange(
                persistentData.isEmpty() ? DataPatch.NONE : new DataPatch(persistentData),
                transientData.isEmpty() ? Map.of() : transientData);
    }

    private boolean isWithinLimits(Map<String, @Nullable Object> data) {
        var check = StorableJson.of(data, 0);
        if (data.size() > limits.keys()) {
            body.issue(name, "too_big", "Data may have at most " + limits.keys() + " keys");
        } else if (check.mistake() != null) {
            body.issue(name, "custom", check.mistake());
        } else if (check.bytes() > limits.bytes() && bytesOf(data) > limits.bytes()) {
            body.issue(name, "too_big", "Data may take at most " + limits.bytes() + " bytes as JSON");
        } else {
            return true;
        }
        return false;
    }

    static int bytesOf(Map<String, @Nullable Object> data) {
        return Json.write(data).getBytes(StandardCharsets.UTF_8).length;
    }

    private void sort(String key, @Nullable Object value) {
        if (isReserved(key)) {
            return;
        }
        if (key.isEmpty() || key.length() > MAX_KEY_LENGTH) {
            body.issue(name, "custom", "Keys must have 1 to " + MAX_KEY_LENGTH + " characters");
        } else if (value instanceof Map<?, ?> object && isWrapper(object)) {
            sort(key, object.get("value"), Boolean.TRUE.equals(object.get("persistent")));
        } else {
            sort(key, value, true);
        }
    }

    private static boolean isWrapper(Map<?, ?> object) {
        return object.containsKey("value") && object.get("persistent") instanceof Boolean;
    }

    private void sort(String key, @Nullable Object value, boolean persistent) {
        if (key.equals("locale") && value != null && !(value instanceof String)) {
            members.wrongType(key, "string", value);
        } else if (persistent && !"".equals(value)) {
            persistentData.put(key, value);
        } else {
            transientData.put(key, value);
        }
    }
}
