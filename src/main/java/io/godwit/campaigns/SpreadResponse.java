package io.godwit.campaigns;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * An answer about one campaign: in {@code data}, and its members beside it, for clients of the first generation.
 *
 * @param success always true
 * @param message a sentence for people; absent where nothing was done
 */
record SpreadResponse<T>(
        boolean success,
        T data,
        @JsonUnwrapped T members,
        @JsonInclude(Include.NON_NULL) @Nullable String message) {

    static <T> SpreadResponse<T> of(T data) {
        return new SpreadResponse<>(true, data, data, null);
    }

    static <T> SpreadResponse<T> of(T data, String message) {
        return new SpreadResponse<>(true, data, data, message);
    }
}
