package io.godwit.templates.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.Elapsed;
import io.godwit.templates.CompiledTemplate;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LiquidTest {

    private static final Instant NOW = Instant.parse("2026-11-22T19:05:09.123456789Z");

    private static final Map<String, Object> DATA = data();

    private static Map<String, Object> data() {
        var data = new HashMap<String, Object>();
        data.put("name", "Ada");
        data.put("vip", true);
        data.put("no", false);
        data.put("zero", 0);
        data.put("blank_text", "  ");
        data.put("empty_text", "");
        data.put("nothing", null);
        data.put("price", new BigDecimal("12.5"));
        data.put("count", 3);
        data.put("first name", "Ada Augusta");
        data.put("html", "<b>Tom & Jerry</b>");
        data.put("tags", List.of("red", "green", "blue"));
        data.put("none", List.of());
        data.put("address", Map.of("city", "London", "zip code", "W1", "size", 9));
        data.put(
                "orders",
                List.of(
                        Map.of("sku", "B", "price", 20, "paid", true, "labels", List.of("new", "sale")),
                        Map.of("sku", "a", "price", new BigDecimal("5.50"), "paid", false, "labels", List.of()),
                        Map.of("sku", "C", "price", 100, "labels", List.of("sale"))));
        data.put("nested", List.of(List.of(1, 2), List.of(3, List.of(4))));
        data.put("large", 25000001.0);
        data.put("nobody", Map.of());
        data.put("data", Map.of("plan", "pro"));
        data.put("key", "city");
        data.put("2fa", "on");
        data.put("date", "2026-03-05T14:07:09Z");
        return data;
    }

    static Stream<Arguments> texts() throws IOException {
        return lines("/liquid.txt");
    }

    static Stream<Arguments> htmlTexts() throws IOException {
        return lines("/liquid-html.txt");
    }

    /** A source and what becomes of it, parted by a broken bar; {@code \\n} is a line end. */
    private static Stream<Arguments> lines(String name) throws IOException {
        try (var file = LiquidTest.class.getResourceAsStream(name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .map(line -> line.replace("\\n", "\n").split("¦", 2))
                            .map(parts -> Arguments.of(parts[0], parts[1]))
                            .toList()
                            .stream();
        }
    }

    /** The examples of Shopify's documentation among them. */
    @ParameterizedTest
    @MethodSource("texts")
    void aTextIsRenderedByTheRulesOfLiquid(String source, String expected) {
        assertThat(CompiledTemplate.text(source).render(DATA, NOW)).isEqualTo(expected);
        assertThat(TemplateCompiler.firstProblem(source)).isEmpty();
    }

    @Test
    void aFallbackOfEitherFormMeansTheSame() {
        for (var value : new Object[] {null, "", List.of(), false, 0, "x", "<b>"}) {
            var variables = new HashMap<String, Object>();
            variables.put("x", value);

            for (var own : List.of("{{x ?? <i>y</i>}}", "{{x ?? '<i>y</i>'}}", "{{{x ?? '<i>y</i>'}}}")) {
                var liquid = own.contains("{{{") ? "{{{x | default: '<i>y</i>'}}}" : "{{ x | default: '<i>y</i>' }}";
                assertThat(CompiledTemplate.html(own).render(variables, NOW))
                        .isEqualTo(CompiledTemplate.html(liquid).render(variables, NOW));
            }
        }
        assertThat(TemplateCompiler.compile("{{x ?? y}}"))
                .isEqualTo(TemplateCompiler.compile("{{x | default: \"y\"}}"));
    }

    /** Liquid takes everything but null and {@code false} for true. */
    @ParameterizedTest
    @CsvSource({"'', b, a", "0, b, a", "x, a, a"})
    void emptyTextAndZeroAreTrueForLiquidAndNotForOurOwnForm(String value, String own, String liquid) {
        var variables = Map.<String, Object>of("x", value.equals("0") ? 0 : value);

        assertThat(CompiledTemplate.html("{{#if x}}a{{else}}b{{/if}}").render(variables, NOW))
                .isEqualTo(own);
        assertThat(CompiledTemplate.html("{% if x %}a{% else %}b{% endif %}").render(variables, NOW))
                .isEqualTo(liquid);
    }

    @ParameterizedTest
    @MethodSource("htmlTexts")
    void valuesAreEscapedOnceInHtmlAndTheAuthorsTextIsNot(String source, String expected) {
        assertThat(CompiledTemplate.html(source).render(DATA, NOW)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{% if name %}open",
                "{% endif %}",
                "{% nonsense %}",
                "{% include 'x' %}",
                "{% if %}x{% endif %}",
                "{% if name == %}x{% endif %}",
                "{% if (a or b) %}x{% endif %}",
                "{% for x of tags %}{% endfor %}",
                "{% for x in tags nope: 1 %}{% endfor %}",
                "{% else %}",
                "{% elsif x %}",
                "{% assign x %}",
                "{% assign x = %}",
                "{% if name }}",
                "{%",
                "100{% off",
                "{% raw %}",
                "{% comment %}",
                "{{ name | }}",
                "{{ | upcase }}",
                "{{ name | upcase: }}",
                "{{ \"unclosed }}",
                "{{ 'unclosed | upcase }}",
                "{% if first name == \"x\" %}y{% endif %}",
                "{% case name %}{% if x %}{% endcase %}{% endif %}"
            })
    void brokenLiquidStaysAsItIsAndIsNamed(String source) {
        assertThat(CompiledTemplate.html(source).render(DATA, NOW))
                .startsWith(source.startsWith("{% case") ? "" : source);
        assertThat(TemplateCompiler.firstProblem(source)).isPresent();
    }

    @Test
    void anUnknownFilterChangesNothingInASendAndIsRefusedWhenItIsSaved() {
        var problem = TemplateCompiler.firstProblem("Hi\n {{ name | upcas }}").orElseThrow();

        assertThat(CompiledTemplate.text("{{ name | upcas }}").render(DATA, NOW))
                .isEqualTo("Ada");
        assertThat(problem.line()).isEqualTo(2);
        assertThat(problem.column()).isEqualTo(2);
        assertThat(problem.sentence()).isEqualTo("There is no filter upcas; did you mean upcase?");
    }

    @Test
    void aDateFormatWithoutDirectivesIsRefusedWhenItIsSaved() {
        assertThat(TemplateCompiler.firstProblem("{{ date | date: 'Y-m-d' }}")
                        .orElseThrow()
                        .sentence())
                .isEqualTo("The date format Y-m-d has no directive; write one such as %d.%m.%Y");
        assertThat(TemplateCompiler.firstProblem(
                        "{{ date | date: '%F' }}{{ date | date: '' }}{{ date | date: format }}"))
                .isEmpty();
    }

    @Test
    void aTimeZoneThatDoesNotExistIsRefusedWhenItIsSaved() {
        var problem = TemplateCompiler.firstProblem("{{ date | date: '%H:%M', 'Pacific Time (US & Canada)' }}");

        assertThat(problem.orElseThrow().sentence())
                .isEqualTo("There is no time zone Pacific Time (US & Canada); write one such as Europe/Berlin");
        assertThat(TemplateCompiler.firstProblem("{{ date | date: '%H:%M', 'America/Los_Angeles' }}"
                        + "{{ date | date: '%H:%M', '+02:00' }}{{ date | date: '%H:%M', zone }}"))
                .isEmpty();
    }

    @Test
    void whatAValueContainsIsNeverRead() {
        var variables = Map.<String, Object>of("x", "{{ secret }}{% if true %}{{{secret}}}", "secret", "s");

        for (var source : List.of(
                "{{x}}",
                "{{ x | append: '' }}",
                "{% assign y = x %}{{ y }}",
                "{% capture y %}{{x}}{% endcapture %}{{y}}")) {
            assertThat(CompiledTemplate.text(source).render(variables, NOW)).isEqualTo(variables.get("x"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{ 'now'.class }}",
                "{{ name.class }}",
                "{{ name.getClass }}",
                "{{ tags.stream }}",
                "{{ orders.first.getClass.forName }}",
                "{{ forloop }}",
                "{% for i in (1..2) %}{{ forloop }}{{ forloop.getClass }}{% endfor %}",
                "{{ address.hashCode }}",
                "{{ name['getClass'] }}",
                "{{ empty }}{{ blank }}"
            })
    void nothingReachesAnObject(String source) {
        assertThat(CompiledTemplate.text(source).render(DATA, NOW)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{% for i in (1..1000000000) %}{% endfor %}",
                "{% for i in (1..5000) %}{% for j in (1..5000) %}{% endfor %}{% endfor %}",
                "{% assign s = 'x' %}{% for i in (1..64) %}{% assign s = s | append: s %}{% endfor %}",
                "{% assign l = 'a,b' | split: ',' %}{% for i in (1..64) %}{% assign l = l | concat: l %}{% endfor %}",
                "{% assign s = 'x' %}{% for i in (1..64) %}{% capture s %}{{ s }}{{ s }}{% endcapture %}{% endfor %}",
                "{% assign s = 'xx' %}{% for i in (1..64) %}{% assign s = s | replace: 'x', s %}{% endfor %}",
                "{{ (1..1000000000) | join: ',' }}",
                "{{ (1..1000000000) | reverse | first }}",
                "{% for i in (1..1000000000) reversed %}{% endfor %}",
                "{% tablerow i in (1..1000000000) %}{% endtablerow %}",
                "{% assign a = long | append: 'b' %}{% for i in (1..100000) %}{% if long contains a %}{% endif %}{% endfor %}",
                "{% for i in (1..100000) %}{{ long }}{% endfor %}"
            })
    void whatNeverEndsIsNoResult(String source) {
        var variables = Map.<String, Object>of("long", "a".repeat(30_000));

        var took = Elapsed.ofProcessor(
                () -> assertThat(CompiledTemplate.html(source).renderBounded(variables, 4_000_000, NOW))
                        .isEmpty());

        assertThat(took).isLessThan(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{ 1e9 | times: 1 }}",
                "{{ huge | plus: 1 | times: huge | times: huge }}",
                "{% assign n = 99999999999999999 %}{% for i in (1..20) %}{% assign n = n | times: n %}{% endfor %}{{ n }}",
                "{{ 'x' | truncate: 99999999999999999999 }}",
                "{{ date | date: '%999999999Y %99999999999999999999d' }}",
                "{{ 3.14159 | round: 999999999 }}",
                "{{ name | slice: -99999999999, 99999999999 }}",
                "{{ tags[99999999999999999999] }}"
            })
    void hugeNumbersCostNothing(String source) {
        var variables = new HashMap<>(DATA);
        variables.put("huge", new BigDecimal("1E+100000000"));

        assertThat(CompiledTemplate.text(source).renderBounded(variables, 10_000, NOW))
                .isPresent();
    }

    @Test
    void aLoopThatGoesRoundTooOftenIsRefusedWhenItIsSaved() {
        assertThat(TemplateCompiler.firstProblem(
                        "{% for i in (1..2000) %}{% for j in (1..2000) %}{% endfor %}{% endfor %}"))
                .hasValueSatisfying(problem -> assertThat(problem.column()).isEqualTo(25));
        assertThat(TemplateCompiler.firstProblem(
                        "{% for i in (1..9000000) limit: 3 %}{% endfor %}{% for i in (1..999) %}{% endfor %}"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{% if a %}",
                "{% for a in b %}",
                "{% raw %}",
                "{% comment %}",
                "{% comment %}{% comment %}{% endcomment %}",
                "{%",
                "%}",
                "{{ a | b: '",
                "{{ a['b'] | upcase }}",
                "{% liquid\nassign a = 1\n",
                "{% if a == 'b' and c %}x{% endif %}",
                "{% assign x = '",
                "{{ a[",
                "&quot;{{&"
            })
    void hostileLiquidTakesLinearTime(String piece) {
        var source = piece.repeat((1 << 18) / piece.length());

        var took = Elapsed.ofProcessor(() -> {
            CompiledTemplate.html(source).render(DATA, NOW);
            CompiledTemplate.html("{{ " + source + " }}").render(DATA, NOW);
            CompiledTemplate.html("{% assign x = " + source + " %}").render(DATA, NOW);
            TemplateCompiler.firstProblem(source);
        });

        assertThat(took).isLessThan(Duration.ofSeconds(5));
    }
}
