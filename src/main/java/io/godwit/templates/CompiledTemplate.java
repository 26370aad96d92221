package io.godwit.templates;

import io.godwit.templates.engine.RenderBuffer;
import io.godwit.templates.engine.RenderScope;
import io.godwit.templates.engine.TemplateCompiler;
import io.godwit.templates.engine.TemplateNode;
import io.godwit.templates.filters.FilterArguments.Rendition;
import io.godwit.templates.filters.LimitExceededException;
import io.godwit.templates.filters.RenderBudget;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A template text compiled once and rendered many times. Rendering never fails and never reads a value as a template. Safe to
 * share between threads.
 */
public final class CompiledTemplate {

    /** The length at which {@link #render} stops; the largest body that is accepted has 40 MB. */
    private static final int MAX_CHARACTERS = 40 << 20;

    private final List<TemplateNode> nodes;
    private final boolean escaping;

    private CompiledTemplate(String source, boolean escaping) {
        this.nodes = TemplateCompiler.compile(source);
        this.escaping = escaping;
    }

    /** For an HTML body: {@code {{x}}} is escaped and {@code {{{x}}}} is not. Broken syntax stays literal text. */
    public static CompiledTemplate html(String source) {
        return new CompiledTemplate(source, true);
    }

    /** For a subject: nothing is escaped. */
    public static CompiledTemplate text(String source) {
        return new CompiledTemplate(source, false);
    }

    /**
     * The finished text; a text that grows beyond 40 million characters, or takes too much work, is cut there.
     *
     * @param now the moment {@code "now"} stands for; the same for every attempt of an email
     */
    public String render(Map<String, @Nullable Object> variables, Instant now) {
        return print(variables, new RenderBuffer(MAX_CHARACTERS, escaping, null), now)
                .text();
    }

    /**
     * The finished text, or nothing when it has more than {@code maxCharacters} (UTF-16 units) or takes more than
     * {@value RenderBudget#MAX_STEPS} steps: loops in loops multiply, so a small template can ask for any amount of work.
     */
    public Optional<String> renderBounded(Map<String, @Nullable Object> variables, int maxCharacters, Instant now) {
        var rendered = print(variables, new RenderBuffer(maxCharacters, escaping, null), now);
        return rendered.truncated() ? Optional.empty() : Optional.of(rendered.text());
    }

    /**
     * The texts that every rendering has, in their order: one more than there are dynamic parts between them. A rendering is these
     * texts with what {@link #dynamicTexts} returns between them.
     */
    public List<String> fixedTexts() {
        var texts = new ArrayList<String>();
        var text = new StringBuilder();
        for (var node : nodes) {
            if (node instanceof TemplateNode.Text fixed) {
                text.append(fixed.text());
            } else {
                texts.add(text.toString());
                text.setLength(0);
            }
        }
        texts.add(text.toString());
        return texts;
    }

    /**
     * The texts of the dynamic parts; empty when the rendering ends before the last part, is larger than {@code maxCharacters}, or
     * takes too many steps.
     */
    public Optional<List<String>> dynamicTexts(
            Map<String, @Nullable Object> variables, int maxCharacters, Instant now) {
        var scope = scope(variables, now);
        var texts = new ArrayList<String>();
        var length = 0L;
        try {
            for (var node : nodes) {
                var text = TemplateNode.printAlone(node, scope, new RenderBuffer(maxCharacters, escaping, null));
                length += text.length();
                if (!(node instanceof TemplateNode.Text)) {
                    texts.add(text);
                }
                if (scope.isInterrupted()) {
                    return Optional.empty();
                }
            }
            return length > maxCharacters ? Optional.empty() : Optional.of(texts);
        } catch (LimitExceededException tooMuch) {
            return Optional.empty();
        }
    }

    /** The value of a text that is one placeholder and nothing else; empty for any other text, and where there is no value. */
    public Optional<Object> value(Map<String, @Nullable Object> variables, Instant now) {
        try {
            return nodes.size() == 1 ? nodes.get(0).value(scope(variables, now)) : Optional.empty();
        } catch (LimitExceededException tooMuch) {
            return Optional.empty();
        }
    }

    /**
     * A rendering for preview, with the names that had no value.
     *
     * @param missing the names of placeholders and loops that found no value, or an empty one, whether they have a fallback
     *     or not; a condition lacks nothing
     */
    public record PreviewResult(String text, Set<String> missing) {}

    /** Renders like {@link #renderBounded}, and collects the names that had no value. */
    public Optional<PreviewResult> preview(Map<String, @Nullable Object> variables, int maxCharacters, Instant now) {
        var missing = new LinkedHashSet<String>();
        var rendered = print(variables, new RenderBuffer(maxCharacters, escaping, missing), now);
        return rendered.truncated() ? Optional.empty() : Optional.of(new PreviewResult(rendered.text(), missing));
    }

    /** A text, and whether it lacks its end because a bound was reached. */
    private record RenderedText(String text, boolean truncated) {}

    private RenderedText print(Map<String, @Nullable Object> variables, RenderBuffer buffer, Instant now) {
        try {
            TemplateNode.printAll(nodes, scope(variables, now), buffer);
            return new RenderedText(buffer.text(), false);
        } catch (LimitExceededException tooMuch) {
            return new RenderedText(buffer.text(), true);
        }
    }

    private RenderScope scope(Map<String, @Nullable Object> variables, Instant now) {
        return new RenderScope(variables, new Rendition(new RenderBudget(), escaping, now));
    }
}
