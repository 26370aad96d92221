package io.godwit.inbound;

import io.godwit.core.Json;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A JSON object of others, read for what we need: what is missing, or of another type, is simply not there. */
record Members(Map<?, ? extends @Nullable Object> map) {

    private static final Members NONE = new Members(Map.of());

    /** Throws an {@link IllegalArgumentException} for what is no JSON object. */
    static Members read(String text) {
        return new Members(Json.readObject(text));
    }

    private static Members of(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? new Members(map) : NONE;
    }

    Members object(String name) {
        return of(map.get(name));
    }

    /** The objects of a list. */
    List<Members> objects(String name) {
        return map.get(name) instanceof List<?> list
                ? list.stream().filter(Map.class::isInstance).map(Members::of).toList()
                : List.of();
    }

    /** The texts of a list. */
    List<String> texts(String name) {
        return map.get(name) instanceof List<?> list
                ? list.stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .toList()
                : List.of();
    }

    Optional<String> text(String name) {
        return map.get(name) instanceof String text && !text.isBlank() ? Optional.of(text) : Optional.empty();
    }

    boolean flag(String name) {
        return Boolean.TRUE.equals(map.get(name));
    }

    Optional<Instant> time(String name) {
        try {
            return text(name).map(Instant::parse);
        } catch (DateTimeParseException notATime) {
            return Optional.empty();
        }
    }
}
