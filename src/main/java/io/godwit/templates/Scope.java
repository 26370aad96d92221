package io.godwit.templates;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the placeholders of one spot can see.
 *
 * @param looping whether the spot is inside {@code {{#each}}}, where {@code this} is the item
 */
record Scope(
        Map<String, @Nullable Object> variables,
        boolean looping,
        @Nullable Object item) {

    static Scope of(Map<String, @Nullable Object> variables) {
        return new Scope(variables, false, null);
    }

    Scope inside(@Nullable Object nextItem) {
        return new Scope(variables, true, nextItem);
    }
}
