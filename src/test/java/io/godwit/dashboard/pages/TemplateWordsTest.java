package io.godwit.dashboard.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.templates.engine.TemplateCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The dashboard has words of its own for each problem of a template, and for the advice in it. */
class TemplateWordsTest {

    private static final Path TABLE = Path.of("src/main/dashboard/writing/server-words.ts");

    private static final Pattern ROW = Pattern.compile(
            "^ {2}(?:\"((?:[^\"\\\\]|\\\\.)+)\"|'([^']+)'):\\s+\"writing\\.server\\.\\w+\"", Pattern.MULTILINE);

    private static final Pattern VALUE = Pattern.compile("\\{(\\w+)}");

    private static List<Pattern> table;

    @BeforeAll
    static void read() throws IOException {
        table = ROW.matcher(Files.readString(TABLE))
                .results()
                .map(row -> pattern(row.group(1) != null ? row.group(1) : row.group(2)))
                .toList();
    }

    private static Pattern pattern(String sentence) {
        var regex = new StringBuilder();
        var at = 0;
        for (var value : VALUE.matcher(sentence).results().toList()) {
            regex.append(Pattern.quote(sentence.substring(at, value.start())))
                    .append("(?<")
                    .append(value.group(1))
                    .append(">.+)");
            at = value.end();
        }
        return Pattern.compile(
                regex.append(Pattern.quote(sentence.substring(at))).toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*|FNAME|*",
                "*|IF:PLAN=Pro|*",
                "%recipient.name%",
                "%%=v(@name)=%%",
                "<%= name %>",
                "%WEBCOPY%",
                "%SENDER-INFO%",
                "{# note #}",
                "<mj-section><mj-text>x",
                "{{ name or 'you' }}",
                "{{ count > 2 }}",
                "{{ range .Items }}",
                "{{.Subscriber.Name}}",
                "{{ count + 1 }}",
                "{{ tags[0:2] }}",
                "{{ loop.index }}",
                "{{! note }}",
                "{{> header}}",
                "{{& name}}",
                "{{=it.name}}",
                "{{~name~}}",
                "{{@index}}",
                "{{^vip}}x{{/vip}}",
                "{{#if a}}x{{else if b}}y{{/if}}",
                "{{#unless a}}x{{/unless}}",
                "{{#lookup a}}x{{/lookup}}",
                "{{#if ../vip}}x{{/if}}",
                "{{#if @first}}x{{/if}}",
                "{{#if !plan}}x{{/if}}",
                "{{#if plan and \"vip\"}}x{{/if}}",
                "{{#if count > 2}}x{{/if}}",
                "{{#if (eq plan \"pro\")}}x{{/if}}",
                "{{#each item in items}}x{{/each}}",
                "{% elseif x %}",
                "{% end %}",
                "{% include 'header' %}",
                "{% nothing %}",
                "{% if first name %}x{% endif %}",
                "{% if (a %}x{% endif %}",
                "{% assign x = = %}",
                "{% for item of items %}x{% endfor %}",
                "{% for item in items colour: 2 %}x{% endfor %}",
                "{% for a in (1..1000000) %}{% for b in (1..1000000) %}x{% endfor %}{% endfor %}",
                "{{ name | upcaze }}",
                "{{ name | nothing_of_the_kind }}",
                "{{ name | upcase: 1 }}",
                "{{ name | append }}",
                "{{ name | slice }}",
                "{{ now | date: 'DD.MM.YYYY' }}",
                "{{ now | date: '%d', 'Mars/Olympus' }}"
            })
    void eachProblemOfATemplateIsToldInWordsOfTheDashboard(String source) {
        var sentence = TemplateCompiler.firstProblem(source).orElseThrow().sentence();

        assertThat(untold(sentence)).isEmpty();
    }

    /** The parts of a sentence that no row of the table tells: the sentence itself, or an advice in it. */
    private static List<String> untold(String sentence) {
        for (var row : table) {
            var found = row.matcher(sentence);
            if (found.matches()) {
                return row.pattern().contains("(?<advice>") ? untold(found.group("advice")) : List.of();
            }
        }
        return List.of(sentence);
    }
}
