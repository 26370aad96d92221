package io.godwit.workflows.steps;

import io.godwit.templates.CompiledTemplate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Renders the texts inside a JSON value. Keys stay as they are, and so do values that are no texts. */
final class TemplateTexts {

    /** Limit of a rendered text in characters; a longer one cannot be stored or sent anyway. */
    private static final int MAX_LENGTH = 64 * 1024;

    private TemplateTexts() {}

    static @Nullable Object render(@Nullable Object value, Map<String, @Nullable Object> variables, Instant now) {
        return each(value, text -> text(text, variables, now));
    }

    /**
     * Renders as {@link #render} does, but a text that is one placeholder and nothing else becomes the placeholder's value: a
     * number stays a number.
     */
    static @Nullable Object values(@Nullable Object value, Map<String, @Nullable Object> variables, Instant now) {
        return each(
                value,
                text -> text.startsWith("{{")
                        ? CompiledTemplate.text(text).value(variables, now).orElseGet(() -> text(text, variables, now))
                        : text(text, variables, now));
    }

    private static @Nullable Object each(@Nullable Object value, Function<String, Object> rendering) {
        if (value instanceof String text) {
            return rendering.apply(text);
        } else if (value instanceof List<?> list) {
            var rendered = new ArrayList<@Nullable Object>(list.size());
            list.forEach(member -> rendered.add(each(member, rendering)));
            return rendered;
        } else if (value instanceof Map<?, ?> object) {
            var rendered = new LinkedHashMap<Object, @Nullable Object>();
            object.forEach((key, member) -> rendered.put(key, each(member, rendering)));
            return rendered;
        }
        return value;
    }

    /** Throws when the text grows beyond the limit. */
    static String text(String text, Map<String, @Nullable Object> variables, Instant now) {
        return text.contains("{{") || text.contains("{%")
                ? CompiledTemplate.text(text)
                        .renderBounded(variables, MAX_LENGTH, now)
                        .orElseThrow(() -> new TooLargeException("A rendered text is too large"))
                : text;
    }

    /** Signals that a rendered text is larger than the limit. */
    static final class TooLargeException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TooLargeException(String sentence) {
            super(sentence, null, false, false);
        }
    }
}
