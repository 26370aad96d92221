package io.godwit.core;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads members of a JSON object made by others: a member that is missing, or of another type, counts as absent. */
public record JsonMembers(Map<?, ? extends @Nullable Object> map) {

    private static final JsonMembers NONE = new JsonMembers(Map.of());

    /** Throws an {@link IllegalArgumentException} for a text that is no JSON object. */
    public static JsonMembers read(String text) {
        return new JsonMembers(Json.readObject(text));
    }

    private static JsonMembers of(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? new JsonMembers(map) : NONE;
    }

    public JsonMembers object(String name) {
        return of(map.get(name));
    }

    /** The objects of a list. */
    public List<JsonMembers> objects(String name) {
        return map.get(name) instanceof List<?> list
                ? list.stream()
                        .filter(Map.class::isInstance)
                        .map(JsonMembers::of)
                        .toList()
                : List.of();
    }

    /** The texts of a list. */
    public List<String> texts(String name) {
        return map.get(name) instanceof List<?> list
                ? list.stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .toList()
                : List.of();
    }

    public Optional<String> text(String name) {
        return map.get(name) instanceof String text && !text.isBlank() ? Optional.of(text) : Optional.empty();
    }

    public boolean flag(String name) {
        return Boolean.TRUE.equals(map.get(name));
    }

    public Optional<Instant> time(String name) {
        try {
            return text(name).map(Instant::parse);
        } catch (DateTimeParseException notATime) {
            return Optional.empty();
        }
    }
}
