package io.godwit.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import org.jspecify.annotations.Nullable;

/**
 * An answer that says that the work is done.
 *
 * @param success always true
 * @param message a sentence for people; absent where there is none
 */
public record SuccessResponse(
        boolean success,
        @JsonInclude(Include.NON_NULL) @Nullable String message) {

    public static final SuccessResponse DONE = new SuccessResponse(true, null);

    public static SuccessResponse of(String message) {
        return new SuccessResponse(true, message);
    }
}
