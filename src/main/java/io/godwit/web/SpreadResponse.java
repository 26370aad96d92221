package io.godwit.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * An answer in {@code data}, whose members are also beside it, for clients of the first generation.
 *
 * @param success always true
 * @param message a sentence for people; absent where nothing was done
 */
public record SpreadResponse<T>(
        boolean success,
        T data,
        @JsonUnwrapped T members,
        @JsonInclude(Include.NON_NULL) @Nullable String message) {

    public static <T> SpreadResponse<T> of(T data) {
        return new SpreadResponse<>(true, data, data, null);
    }

    public static <T> SpreadResponse<T> of(T data, String message) {
        return new SpreadResponse<>(true, data, data, message);
    }
}
