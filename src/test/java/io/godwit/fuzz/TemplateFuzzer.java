package io.godwit.fuzz;

import io.godwit.templates.CompiledTemplate;
import io.godwit.templates.engine.TemplateCompiler;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The template language, our own placeholders and Liquid. Input: a template in UTF-8. */
public final class TemplateFuzzer {

    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
    private static final int MAX_CHARACTERS = 50_000;
    private static final String MARKUP = "<b a='1' c=\"2\">&amp;{{name}}{%if x%}</b>";
    private static final Map<String, @Nullable Object> VARIABLES = variables();

    private TemplateFuzzer() {}

    private static Map<String, @Nullable Object> variables() {
        var variables = new HashMap<String, @Nullable Object>();
        variables.put("name", "Ada");
        variables.put("x", MARKUP);
        variables.put("text", "a,b;c\u00e4\u0130\ud83d\ude00 " + "long ".repeat(40));
        variables.put("number", 3);
        variables.put("big", new BigDecimal("1e300"));
        variables.put("small", new BigDecimal("-0.000000001"));
        variables.put("yes", true);
        variables.put("nothing", null);
        variables.put("day", "2026-02-28T23:59:60+14:00");
        variables.put("list", List.of("b", 2, Map.of("k", "v", "n", List.of(1, 2)), "a"));
        variables.put("map", Map.of("k", "v", "first name", "Ada", "list", List.of()));
        return variables;
    }

    public static void fuzzerTestOneInput(byte[] data) {
        var source = new String(data, StandardCharsets.UTF_8);
        TemplateCompiler.firstProblem(source)
                .ifPresent(problem -> Invariant.holds(!problem.toString().isEmpty(), "A problem has a sentence"));
        var html = CompiledTemplate.html(source);
        var text = CompiledTemplate.text(source);
        check(html, source);
        check(text, source);
        html.value(VARIABLES, NOW);
        if (!source.contains("{{{") && !source.contains("<") && !source.contains("|") && !source.contains("{%")) {
            var rendered = html.renderBounded(VARIABLES, MAX_CHARACTERS, NOW).orElse("");
            Invariant.holds(!rendered.contains("<b a="), "A value is escaped in HTML");
        }
    }

    private static void check(CompiledTemplate template, String source) {
        var rendered = template.renderBounded(VARIABLES, MAX_CHARACTERS, NOW);
        Invariant.same(rendered, template.renderBounded(VARIABLES, MAX_CHARACTERS, NOW), "Every attempt is the same");
        rendered.ifPresent(text -> {
            Invariant.holds(text.length() <= MAX_CHARACTERS, "A rendering is bounded");
            Invariant.holds(source.contains("{") || text.equals(source), "A text without tags stays as it is");
        });
        var preview = template.preview(VARIABLES, MAX_CHARACTERS, NOW).map(CompiledTemplate.PreviewResult::text);
        Invariant.same(rendered, preview, "A preview shows the rendering");
        joined(template).ifPresent(text -> Invariant.same(rendered, Optional.of(text), "Parts make the whole"));
    }

    private static Optional<String> joined(CompiledTemplate template) {
        var fixed = template.fixedTexts();
        return template.dynamicTexts(VARIABLES, MAX_CHARACTERS, NOW).map(dynamic -> {
            Invariant.same(fixed.size(), dynamic.size() + 1, "There is a fixed text around each part");
            var text = new StringBuilder(fixed.get(0));
            for (var at = 0; at < dynamic.size(); at++) {
                text.append(dynamic.get(at)).append(fixed.get(at + 1));
            }
            return text.toString();
        });
    }
}
