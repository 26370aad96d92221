package io.godwit.workflows.steps;

import io.godwit.web.JsonBody;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Parts of bodies that are read alike. */
public final class StepFields {

    private StepFields() {}

    /** A member, such as {@code branches.0}, that has to be an object; noted and empty when it is none. */
    @SuppressWarnings("unchecked")
    public static Optional<JsonBody> child(JsonBody body, String name, @Nullable Object member) {
        if (member instanceof Map<?, ?> object) {
            return Optional.of(body.child(name, (Map<String, @Nullable Object>) object));
        }
        body.wrongType(name, "object", member);
        return Optional.empty();
    }
}
