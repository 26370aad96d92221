package io.godwit.templates;

import io.godwit.templates.filters.Arguments.Rendition;
import io.godwit.templates.filters.Budget;
import io.godwit.templates.filters.LimitExceededException;
import java.time.Instant;
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

    /**
     * The finished text; a text that grows beyond 40 million characters, or takes too much work, is cut there.
     *
     * @param now what {@code "now"} means; the same for every attempt of an email
     */
    public String render(Map<String, @Nullable Object> variables, Instant now) {
        return print(variables, new Output(MAX_CHARACTERS, escaping, null), now).text();
    }

    /**
     * The finished text, or nothing when it has more than {@code maxCharacters} (UTF-16 units) or takes more than
     * {@value Budget#MAX_STEPS} steps: loops in loops multiply, so a small template can ask for any amount of work.
     */
    public Optional<String> renderBounded(Map<String, @Nullable Object> variables, int maxCharacters, Instant now) {
        var printed = print(variables, new Output(maxCharacters, escaping, null), now);
        return printed.isCut() ? Optional.empty() : Optional.of(printed.text());
    }

    /** What a text stands for that is one placeholder and nothing else; empty for any other, and where there is no value. */
    public Optional<Object> value(Map<String, @Nullable Object> variables, Instant now) {
        try {
            return segments.size() == 1 ? segments.get(0).value(scope(variables, now)) : Optional.empty();
        } catch (LimitExceededException tooMuch) {
            return Optional.empty();
        }
    }

    /**
     * What an author wants to see before anybody gets it.
     *
     * @param missing the names of placeholders and loops that found no value, or an empty one, whether they have a fallback
     *     or not; a condition lacks nothing
     */
    public record Proof(String text, Set<String> missing) {}

    /** Like {@link #renderBounded}, with what was missing. */
    public Optional<Proof> proof(Map<String, @Nullable Object> variables, int maxCharacters, Instant now) {
        var missing = new LinkedHashSet<String>();
        var printed = print(variables, new Output(maxCharacters, escaping, missing), now);
        return printed.isCut() ? Optional.empty() : Optional.of(new Proof(printed.text(), missing));
    }

    /** A text, and whether it lacks its end because a bound was reached. */
    private record Printed(String text, boolean isCut) {}

    private Printed print(Map<String, @Nullable Object> variables, Output output, Instant now) {
        try {
            Segment.printAll(segments, scope(variables, now), output);
            return new Printed(output.text(), false);
        } catch (LimitExceededException tooMuch) {
            return new Printed(output.text(), true);
        }
    }

    private Scope scope(Map<String, @Nullable Object> variables, Instant now) {
        return new Scope(variables, new Rendition(new Budget(), escaping, now));
    }
}
