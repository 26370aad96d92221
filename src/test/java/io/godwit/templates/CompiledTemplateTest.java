package io.godwit.templates;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.templates.engine.TemplateCompiler;
import io.godwit.templates.engine.TemplateNode;
import io.godwit.templates.engine.TemplateProblem;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompiledTemplateTest {

    private static final Instant NOW = Instant.parse("2026-11-22T19:05:09.123456789Z");
    private static final Map<String, Object> ADA = variables();

    private static Map<String, Object> variables() {
        var variables = new HashMap<String, Object>();
        variables.put("name", "Ada");
        variables.put("empty", "");
        variables.put("nothing", null);
        variables.put("zero", 0);
        variables.put("no", false);
        variables.put("price", 12.5);
        variables.put("whole", 3.0);
        variables.put("big", new BigDecimal("1E+400"));
        variables.put("first name", "Ada Augusta");
        variables.put("a.b", "dotted key");
        variables.put("html", "<b>\"Tom\" & 'Jerry' `</b>");
        variables.put("braces", "{{name}} {{{name}}}");
        variables.put("dollar", "$1 $& \\");
        variables.put("address", Map.of("city", "London", "lines", List.of("12 St James", "Square")));
        variables.put("tags", List.of("x", 1, true));
        variables.put("none", List.of());
        variables.put("orders", List.of(Map.of("sku", "a<", "n", 1), Map.of("sku", "b", "n", 2)));
        return variables;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "Hi {{name}}!|Hi Ada!",
                "Hi {{ name }}|Hi Ada",
                "{{missing}}.|.",
                "{{missing ?? friend}}|friend",
                "{{nothing ?? \"dear friend\"}}|dear friend",
                "{{empty ?? 'x'}}|x",
                "{{zero ?? x}} {{no ?? x}}|0 false",
                "{{price}} {{whole}} {{big}}|12.5 3 1E+400",
                "{{first name}}|Ada Augusta",
                "{{address.city}} {{data.address.city}}|London London",
                "{{a.b}} {{data.a.b}}|dotted key dotted key",
                "{{data.name}}|Ada",
                "{{address.lines.1}}|Square",
                "{{address.lines.7 ?? none}}|none",
                "{{tags}}|x, 1, true",
                "{{none ?? empty}}|empty",
                "{{dollar}}|$1 $& \\",
                "{{(a+)+$}}{{[}}{{__proto__}}.|.",
                "{{{name}}}|Ada",
                "{{{{name}}}}|{Ada}",
                "a{{{name}}b|a{Adab",
                "{{name}}}|Ada}",
                "{{ {{name}}|{{ Ada",
                "{{name ?? {{name}}|{{name ?? Ada",
                "{{braces}}|{{name}} {{{name}}}",
                "${7*7} #{7*7} <%= 7*7 %>|${7*7} #{7*7} <%= 7*7 %>",
                "{{constructor.constructor(\"x\")()}}.|.",
                "{{#if name}}yes{{else}}no{{/if}}|yes",
                "{{#if missing}}yes{{else}}no{{/if}}|no",
                "{{#if none}}yes{{/if}}{{#if zero}}0{{/if}}{{#if no}}f{{/if}}.|.",
                "{{#each tags}}[{{this}}]{{/each}}|[x][1][true]",
                "{{#each orders}}{{this.n}}{{#if this.n}}:{{/if}}{{name}};{{/each}}|1:Ada;2:Ada;",
                "{{#each name}}x{{/each}}.|.",
                "{{#each orders}}{{#each tags}}{{this}}{{/each}}{{this.n}}{{/each}}|x1true1x1true2",
                "{{this}}.|.",
            })
    void aSubjectIsRenderedByTheRulesOfTheLanguage(String source, String expected) {
        assertThat(CompiledTemplate.text(source).render(ADA, NOW)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{",
                "}}",
                "{{}}",
                "{{  }}",
                "{{name",
                "{{#if name}}open",
                "{{/if}}",
                "{{else}}",
                "{{#each tags}}",
                "{{#unless x}}y{{/unless}}",
                "{{#if}}x",
                "{{?? x}}",
                "{{/each}}",
                "{{#each tags}}{{else}}",
                "{",
                "{{{",
                "a{{{{{{"
            })
    void brokenSyntaxStaysLiteral(String source) {
        assertThat(CompiledTemplate.html(source).render(ADA, NOW)).isEqualTo(source);
        assertThat(CompiledTemplate.text(source).render(ADA, NOW)).isEqualTo(source);
    }

    @Test
    void aBrokenBlockDoesNotSpoilWhatIsInsideAndAfterIt() {
        var rendering = CompiledTemplate.text("{{#if name}}{{name}}{{#each tags}}-{{/if}} {{name}}{{/each}}");

        assertThat(rendering.render(ADA, NOW)).isEqualTo("Ada{{#each tags}}- Ada{{/each}}");
    }

    @Test
    void valuesAreEscapedInHtmlOnlyAndFallbacksAreTheAuthorsOwn() {
        var source = "{{html}}|{{{html}}}|{{missing ?? <i>x</i>}}|{{#each orders}}{{this.sku}}{{/each}}";

        assertThat(CompiledTemplate.html(source).render(ADA, NOW))
                .isEqualTo("&lt;b&gt;&quot;Tom&quot; &amp; &#39;Jerry&#39; &#96;&lt;/b&gt;"
                        + "|<b>\"Tom\" & 'Jerry' `</b>|<i>x</i>|a&lt;b");
        assertThat(CompiledTemplate.text("{{html}}").render(ADA, NOW)).isEqualTo("<b>\"Tom\" & 'Jerry' `</b>");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "terms and conditions, yes",
                "terms and conditions of no, no",
                "vip and paid, yes",
                "vip and nothing, no",
                "nothing or vip, yes",
                "nothing or missing, no",
                "not nothing, yes",
                "not vip, no",
                "not interested, no",
                "plan == \"pro\", yes",
                "plan == \"free\", no",
                "tags contains \"red\", yes",
                "count > 2, yes",
            })
    void aBlockTakesTheValueOfThatNameOrElseTheConditionOfItsWords(String condition, String expected) {
        var values = Map.<String, Object>of(
                "terms and conditions",
                true,
                "terms and conditions of no",
                false,
                "terms",
                true,
                "not interested",
                "",
                "vip",
                true,
                "paid",
                1,
                "nothing",
                "",
                "plan",
                "pro",
                "tags",
                List.of("red"),
                "count",
                3);

        var rendered = CompiledTemplate.text("{{#if " + condition + "}}yes{{else}}no{{/if}}")
                .render(values, NOW);

        assertThat(rendered).isEqualTo(expected);
    }

    @Test
    void anObjectPrintsAsJson() {
        assertThat(CompiledTemplate.text("{{o}}").render(Map.of("o", Map.of("a", List.of(1, "x"))), NOW))
                .isEqualTo("{\"a\":[1,\"x\"]}");
    }

    @Test
    void aResultBeyondItsBoundIsNoResult() {
        var rendering = CompiledTemplate.text("{{#each tags}}{{name}}{{/each}}");

        assertThat(rendering.renderBounded(ADA, 9, NOW)).contains("AdaAdaAda");
        assertThat(rendering.renderBounded(ADA, 8, NOW)).isEmpty();
    }

    @Test
    void loopsInLoopsThatPrintNothingEndToo() {
        var list = Arrays.asList(new Object[10_000]);
        var source = "{{#each l}}{{#each l}}{{#each l}}{{/each}}{{/each}}{{/each}}";

        var rendered = CompiledTemplate.text(source).renderBounded(Map.of("l", list), 1_000_000, NOW);

        assertThat(rendered).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{",
                "{{x ??",
                "{{#if a}}",
                "{{#each a}}",
                "{{{x}}",
                "}}",
                "{{/if}}",
                "{{else}}",
                "{",
                "{{a.b.c.",
                "{{#if a}}{{/each}}"
            })
    void hostileTextTakesLinearTime(String piece) {
        var source = piece.repeat((1 << 20) / piece.length());

        assertThat(IntStream.range(0, 5).mapToObj(ignored -> timed(source)))
                .anyMatch(took -> took.compareTo(Duration.ofMillis(500)) < 0);
    }

    /** Of this thread alone, for others use the machine meanwhile; the first of some runs that is quick enough is enough. */
    private static Duration timed(String source) {
        var threads = ManagementFactory.getThreadMXBean();
        var start = threads.getCurrentThreadCpuTime();
        CompiledTemplate.html(source).render(ADA, NOW);
        CompiledTemplate.html(source + "}}").render(ADA, NOW);
        return Duration.ofNanos(threads.getCurrentThreadCpuTime() - start);
    }

    @Test
    void anyMixtureOfPiecesRendersAndWithoutPlaceholdersStaysAsItIs() {
        var random = new Random(20_261_120);
        var pieces = List.of(
                "{{", "}}", "{", "}", "name", "#if ", "/if", "#each ", "/each", "else", "this", ".", "??", "\"", " ",
                "tags", "\n");

        for (var round = 0; round < 20_000; round++) {
            var source = new StringBuilder();
            for (var at = random.nextInt(24); at >= 0; at--) {
                source.append(pieces.get(random.nextInt(pieces.size())));
            }
            var text = source.toString();
            var rendered = CompiledTemplate.html(text).render(ADA, NOW);
            assertThat(rendered).isNotNull();
            if (TemplateCompiler.compile(text).stream().allMatch(TemplateNode.Text.class::isInstance)) {
                assertThat(rendered).isEqualTo(text);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ok {{name}}|0|0",
                "'a\n b {{'|2|4",
                "{{}}|1|1",
                "'x\n\n{{#if a}}'|3|1",
                "'{{#if a}}{{else}}{{else}}{{/if}}'|1|18"
            })
    void theFirstProblemIsNamedByLineAndColumn(String source, int line, int column) {
        var problem = TemplateCompiler.firstProblem(source);

        assertThat(problem.map(TemplateProblem::line).orElse(0)).isEqualTo(line);
        assertThat(problem.map(TemplateProblem::column).orElse(0)).isEqualTo(column);
    }
}
