package io.godwit.templates;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a change says about a field that may be absent.
 *
 * @param given whether it says anything at all
 * @param value what the field becomes; empty clears it
 */
record FieldChange(boolean given, Optional<String> value) {

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
