package io.godwit.templates;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The change of an optional field in a PATCH.
 *
 * @param present whether the request changes the field
 * @param value the new value; empty clears the field
 */
record FieldChange(boolean present, Optional<String> value) {

    /** The field stays as it is. */
    static final FieldChange NONE = new FieldChange(false, Optional.empty());

    static FieldChange to(Optional<String> value) {
        return new FieldChange(true, value);
    }

    @Nullable
    String orNull() {
        return value.orElse(null);
    }
}
