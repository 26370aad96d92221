package io.godwit.workflows;

import io.godwit.templates.Rendering;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Renders the texts inside a JSON value. Keys are left as they are, and so are values that are no texts. */
final class Texts {

    /** Characters a rendered text may have; what grows beyond cannot be kept or sent anyway. */
    private static final int LONGEST = 64 * 1024;

    private Texts() {}

    static @Nullable Object render(@Nullable Object value, Map<String, @Nullable Object> variables) {
        if (value instanceof String text) {
            return text(text, variables);
        } else if (value instanceof List<?> list) {
            var rendered = new ArrayList<@Nullable Object>(list.size());
            list.forEach(member -> rendered.add(render(member, variables)));
            return rendered;
        } else if (value instanceof Map<?, ?> object) {
            var rendered = new LinkedHashMap<Object, @Nullable Object>();
            object.forEach((key, member) -> rendered.put(key, render(member, variables)));
            return rendered;
        }
        return value;
    }

    /** Throws when it grows beyond all measure. */
    static String text(String text, Map<String, @Nullable Object> variables) {
        return text.contains("{{")
                ? Rendering.text(text)
                        .renderBounded(variables, LONGEST)
                        .orElseThrow(() -> new TooLarge("A rendered text is too large"))
                : text;
    }

    /** What a step was to make is larger than it may be. */
    static final class TooLarge extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TooLarge(String sentence) {
            super(sentence, null, false, false);
        }
    }
}
