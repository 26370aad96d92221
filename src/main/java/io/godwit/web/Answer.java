package io.godwit.web;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a handler answers.
 *
 * @param body a record, map or list written as JSON; a {@code byte[]}, {@code String} or {@link FileBody} is sent as it is, and
 *     {@link Pieces} one after the other; null with 204
 * @param headers beside those every answer has; one that is given more than once has a value on each line
 */
public record Answer(int status, @Nullable Object body, Map<String, String> headers) {

    public Answer {
        headers = Map.copyOf(headers);
    }

    public static Answer ok(Object body) {
        return new Answer(200, body, Map.of());
    }

    public static Answer created(Object body) {
        return new Answer(201, body, Map.of());
    }

    public static Answer accepted(Object body) {
        return new Answer(202, body, Map.of());
    }

    public static Answer nothing() {
        return new Answer(204, null, Map.of());
    }

    public Answer with(String header, String value) {
        var more = new java.util.HashMap<>(headers);
        more.put(header, value);
        return new Answer(status, body, more);
    }
}
