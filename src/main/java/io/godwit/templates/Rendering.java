package io.godwit.templates;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A text compiled once and rendered many times. Rendering never fails and never runs what a value contains.
 * Safe to share between threads.
 */
public final class Rendering {

    private Rendering() {}

    /** For an HTML body: {@code {{x}}} is escaped and {@code {{{x}}}} is not. Broken syntax stays literal text. */
    public static Rendering html(String source) {
        throw new UnsupportedOperationException();
    }

    /** For a subject: nothing is escaped. */
    public static Rendering text(String source) {
        throw new UnsupportedOperationException();
    }

    public String render(Map<String, @Nullable Object> variables) {
        throw new UnsupportedOperationException();
    }
}
