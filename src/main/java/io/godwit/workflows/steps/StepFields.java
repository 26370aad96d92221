package io.godwit.workflows.steps;

import io.godwit.web.JsonBody;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads parts of JSON bodies that several step configs share. */
public final class StepFields {

    private StepFields() {}

    /** Reads a member, such as {@code branches.0}, that has to be an object; noted and empty when it is none. */
    @SuppressWarnings("unchecked")
    public static Optional<JsonBody> child(JsonBody body, String name, @Nullable Object member) {
        if (member instanceof Map<?, ?> object) {
            return Optional.of(body.child(name, (Map<String, @Nullable Object>) object));
        }
        body.wrongType(name, "object", member);
        return Optional.empty();
    }
}
