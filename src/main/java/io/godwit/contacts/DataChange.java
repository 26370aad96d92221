package io.godwit.contacts;

import io.godwit.core.Failure;
import io.godwit.web.JsonBody;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code data} object of a request, sorted by the rules of the API specification (Custom fields) into persistent data, stored
 * on the contact, and transient data for this email or execution only.
 *
 * @param persistentData the changes to store on the contact
 * @param transientData non-persistent values, and empty strings, which blank a variable and are never stored
 */
public record DataChange(DataPatch persistentData, Map<String, @Nullable Object> transientData) {

    public static final DataChange NONE = new DataChange(DataPatch.NONE, Map.of());

    /** At most 64 KB as JSON, of the request and of what is stored. */
    public static final int MAX_BYTES = 64 * 1024;

    /**
     * The limits of one request with a public key, which anyone can read, and of all fields of one contact that public keys have
     * written.
     */
    static final Limits PUBLIC_KEY = new Limits(8 * 1024, 50);

    private static final Limits REQUEST = new Limits(MAX_BYTES, DataChangeReader.MAX_KEYS);

    /** The limits of one object, in bytes as JSON and in keys. */
    record Limits(int bytes, int keys) {}

    /** At most 10 levels, the {@code data} object itself being the first. */
    public static final int MAX_DEPTH = 10;

    /** At least as many bytes as the values take as JSON. */
    public long bytes() {
        return StorableJson.of(persistentData.members(), 0).bytes()
                + StorableJson.of(transientData, 0).bytes();
    }

    /** The refusal of a change after which {@link Contact#tooLarge} holds. */
    public static Failure tooLarge() {
        return Failure.invalid(
                "data", "too_big", "The contact's data would take more than " + MAX_BYTES + " bytes as JSON");
    }

    /**
     * Reads the member {@code name}; mistakes are noted on the body. {@code {value, persistent}} is unwrapped; a key may have
     * 1 to 128 characters, and there may be 1,000 of them. Keys are never split at dots and never read as patterns.
     */
    public static DataChange read(JsonBody body, String name) {
        return read(body, name, REQUEST);
    }

    /** Reads it as {@link #read} does, from the request of a public key: at most 8 KB and 50 keys. */
    public static DataChange readOfPublicKey(JsonBody body, String name) {
        return read(body, name, PUBLIC_KEY);
    }

    private static DataChange read(JsonBody body, String name, Limits limits) {
        return body.optionalObject(name)
                .map(data -> new DataChangeReader(body, name, data, limits).read(data))
                .orElse(NONE);
    }
}
