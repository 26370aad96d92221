package io.godwit.templates;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A text compiled once and rendered many times. Rendering never fails and never runs what a value contains.
 * Safe to share between threads.
 */
public final class Rendering {

    /** Where {@link #render} stops; a body of 40 MB is the largest that can be accepted at all. */
    private static final int MAX_CHARACTERS = 40 << 20;

    private final List<Segment> segments;
    private final boolean escaping;

    private Rendering(String source, boolean escaping) {
        this.segments = Compiler.compile(source);
        this.escaping = escaping;
    }

    /** For an HTML body: {@code {{x}}} is escaped and {@code {{{x}}}} is not. Broken syntax stays literal text. */
    public static Rendering html(String source) {
        return new Rendering(source, true);
    }

    /** For a subject: nothing is escaped. */
    public static Rendering text(String source) {
        return new Rendering(source, false);
    }

    /** The finished text; a text that grows beyond 40 million characters, or loops for too long, is cut there. */
    public String render(Map<String, @Nullable Object> variables) {
        return print(variables, MAX_CHARACTERS).text();
    }

    /**
     * The finished text, or nothing when it has more than {@code maxCharacters} (UTF-16 units) or takes more than
     * {@value Output#MAX_STEPS} steps: loops in loops multiply, so a small template can ask for any amount of work.
     */
    public Optional<String> renderBounded(Map<String, @Nullable Object> variables, int maxCharacters) {
        var output = print(variables, maxCharacters);
        return output.isCut() ? Optional.empty() : Optional.of(output.text());
    }

    /** What a text stands for that is one placeholder and nothing else; empty for any other, and where there is no value. */
    public Optional<Object> value(Map<String, @Nullable Object> variables) {
        return segments.size() == 1 && segments.get(0) instanceof Segment.Value placeholder
                ? Optional.ofNullable(placeholder.path().in(Scope.of(variables)))
                : Optional.empty();
    }

    /**
     * What an author wants to see before anybody gets it.
     *
     * @param missing the names of placeholders and loops that found no value, or an empty one, whether they have a fallback
     *     or not; a condition lacks nothing
     */
    public record Proof(String text, Set<String> missing) {}

    /** Like {@link #renderBounded}, with what was missing. */
    public Optional<Proof> proof(Map<String, @Nullable Object> variables, int maxCharacters) {
        var missing = new LinkedHashSet<String>();
        var output = print(variables, new Output(maxCharacters, escaping, missing));
        return output.isCut() ? Optional.empty() : Optional.of(new Proof(output.text(), missing));
    }

    private Output print(Map<String, @Nullable Object> variables, int maxCharacters) {
        return print(variables, new Output(maxCharacters, escaping));
    }

    private Output print(Map<String, @Nullable Object> variables, Output output) {
        Segment.printAll(segments, Scope.of(variables), output);
        return output;
    }
}
