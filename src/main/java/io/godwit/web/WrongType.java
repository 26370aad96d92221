package io.godwit.web;

import io.godwit.core.Failure.Issue;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes the error for a value whose JSON type is not the one its reader takes. */
public final class WrongType {

    /** The code of Zod, whose issue codes clients of this API family know. */
    private static final String CODE = "invalid_type";

    private WrongType() {}

    /** The error for a value; {@code name} is its place in the body. */
    public static Issue issue(String name, String expected, @Nullable Object value) {
        var received = jsonType(value);
        return new Issue(name, "Expected " + expected + ", received " + received, CODE, Optional.of(received));
    }

    /** The error for a required member that is absent. */
    static Issue missing(String name) {
        return new Issue(name, "Required", CODE, Optional.of("undefined"));
    }

    /** The JSON name of a value's type. */
    public static String jsonType(@Nullable Object value) {
        if (value == null) {
            return "null";
        } else if (value instanceof String) {
            return "string";
        } else if (value instanceof Boolean) {
            return "boolean";
        } else if (value instanceof Number) {
            return "number";
        }
        return value instanceof List<?> ? "array" : "object";
    }
}
