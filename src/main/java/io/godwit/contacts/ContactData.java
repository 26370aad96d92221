package io.godwit.contacts;

import io.godwit.core.Json;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The custom fields of one contact, as JSON text or as a map, converted on demand: a contact that is not patched is never parsed,
 * and one that is patched ten times in a batch is written once. Belongs to one thread at a time.
 */
final class ContactData {

    static final ContactData NONE = new ContactData("{}", Set.of());

    private @Nullable String text;
    private @Nullable Map<String, @Nullable Object> values;
    /** Never less than the length of the JSON text in UTF-8 bytes. */
    private final long maxBytes;
    /** The fields that were last written with a public key, the oldest first. */
    private final Set<String> publicNames;

    private ContactData(String text, Set<String> publicNames) {
        this.text = text;
        this.maxBytes = 4L * text.length();
        this.publicNames = publicNames;
    }

    private ContactData(Map<String, @Nullable Object> values, long maxBytes, Set<String> publicNames) {
        this.values = values;
        this.maxBytes = maxBytes;
        this.publicNames = publicNames;
    }

    /** @param publicNames a list of strings as JSON; null for none */
    static ContactData stored(String text, @Nullable String publicNames) {
        if (text.equals("{}")) {
            return NONE;
        }
        return new ContactData(
                text, publicNames == null ? Set.of() : new LinkedHashSet<>(Json.readStrings(publicNames)));
    }

    /**
     * Applies the patch; answers this object itself when nothing differs. Where the project's own fields would exceed the limit,
     * fields written with a public key are dropped, because anyone can write those. Fields of public keys never exceed
     * {@link DataChange#PUBLIC_KEY} in all; the oldest are dropped for newer ones, and a public key's write that does not fit
     * beside the project's fields is not kept.
     */
    ContactData with(DataPatch patch, SubscriptionAuthority authority) {
        if (patch.members().isEmpty()) {
            return this;
        }
        var before = values();
        var after = patch.applyTo(before);
        var names = publicNamesAfter(patch, authority);
        if (after == before && names.equals(publicNames)) {
            return this;
        }
        var added = StorableJson.of(patch.members(), 0).bytes();
        var patched = new ContactData(after, maxBytes + added, names);
        if (authority == SubscriptionAuthority.PUBLIC_KEY) {
            var limited = patched.withinPublicLimits(patch);
            return limited.tooLarge() ? this : limited;
        }
        return !names.isEmpty() && patched.tooLarge() ? patched.withoutPublic(names, Set.of()) : patched;
    }

    /** A public key that repeats the project's own value of a field leaves the field the project's. */
    private Set<String> publicNamesAfter(DataPatch patch, SubscriptionAuthority authority) {
        var names = new LinkedHashSet<>(publicNames);
        if (authority == SubscriptionAuthority.PUBLIC_KEY) {
            patch.members().forEach((name, value) -> {
                if (value == null) {
                    names.remove(name);
                } else if (!value.equals(values().get(name))) {
                    names.remove(name);
                    names.add(name);
                }
            });
        } else {
            names.removeAll(patch.members().keySet());
        }
        return names;
    }

    /**
     * Returns these fields without the oldest fields of public keys that are too many, or too large, beside those {@code patch}
     * has set.
     */
    private ContactData withinPublicLimits(DataPatch patch) {
        var own = new LinkedHashMap<>(values());
        own.keySet().retainAll(publicNames);
        var limits = DataChange.PUBLIC_KEY;
        if (own.size() <= limits.keys() && StorableJson.of(own, 0).bytes() <= limits.bytes()) {
            return this;
        }
        var evicted = new HashSet<String>();
        var protectedNames = new LinkedHashSet<>(publicNames);
        for (var name : publicNames) {
            if (own.size() <= limits.keys() && DataChangeReader.bytesOf(own) <= limits.bytes()) {
                break;
            }
            if (!patch.members().containsKey(name)) {
                own.remove(name);
                protectedNames.remove(name);
                evicted.add(name);
            }
        }
        return withoutPublic(evicted, protectedNames);
    }

    private ContactData withoutPublic(Set<String> names, Set<String> protectedNames) {
        return new ContactData(copy(values(), copy -> copy.keySet().removeAll(names)), maxBytes, protectedNames);
    }

    /** Removes the values that these chains of keys lead to; answers this object itself when there are none. */
    ContactData without(List<List<String>> chains) {
        var before = values();
        var after = before;
        for (var chain : chains) {
            after = without(after, chain);
        }
        return after == before ? this : new ContactData(after, maxBytes, publicNames);
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
        var remaining = without(inner, chain.subList(1, chain.size()));
        return remaining == inner ? object : copy(object, copy -> copy.put(key, remaining));
    }

    private static Map<String, @Nullable Object> copy(
            Map<String, @Nullable Object> object, Consumer<Map<String, @Nullable Object>> change) {
        var copy = new LinkedHashMap<>(object);
        change.accept(copy);
        return copy;
    }

    /** True when the fields take more than {@link DataChange#MAX_BYTES} as JSON; the text is only made when that is possible. */
    boolean tooLarge() {
        return maxBytes > DataChange.MAX_BYTES && DataChangeReader.bytesOf(values()) > DataChange.MAX_BYTES;
    }

    boolean same(ContactData other) {
        return this == other || (publicNames.equals(other.publicNames) && values().equals(other.values()));
    }

    Map<String, @Nullable Object> values() {
        var read = values;
        if (read == null) {
            read = Json.readObject(text());
            values = read;
        }
        return read;
    }

    /** Returns the names of the public fields as {@link #stored} takes them. */
    @Nullable
    String publicNames() {
        return publicNames.isEmpty() ? null : Json.write(publicNames);
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
