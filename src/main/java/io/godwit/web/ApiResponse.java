package io.godwit.web;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a handler: status, body and headers.
 *
 * @param body a record, map or list written as JSON; a {@code byte[]}, {@code String} or {@link FileBody} is sent as it is,
 *     and {@link ChunkedBody} one after the other; null with 204
 * @param headers beside those every answer has; one that is given more than once has a value on each line
 */
public record ApiResponse(int status, @Nullable Object body, Map<String, String> headers) {

    public ApiResponse {
        headers = Map.copyOf(headers);
    }

    public static ApiResponse ok(Object body) {
        return new ApiResponse(200, body, Map.of());
    }

    public static ApiResponse created(Object body) {
        return new ApiResponse(201, body, Map.of());
    }

    public static ApiResponse accepted(Object body) {
        return new ApiResponse(202, body, Map.of());
    }

    public static ApiResponse nothing() {
        return new ApiResponse(204, null, Map.of());
    }

    public ApiResponse with(String header, String value) {
        var more = new HashMap<>(headers);
        more.put(header, value);
        return new ApiResponse(status, body, more);
    }
}
