package io.godwit.templates.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.godwit.templates.CompiledTemplate;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForeignPlaceholdersTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "*|FNAME|*;{{firstName}}",
                "*|UNSUB|*;{{unsubscribeUrl}}",
                "*|MERGE4|*;{{merge4}}",
                "*|IF:VIP|*;{% if vip %}",
                "*|IF:PLAN=Pro|*;{% if plan == \"Pro\" %}",
                "*|DATE:d/m/y|*;{{date}}",
                "*|HTML:LIST_ADDRESS|*;{{html}}",
                "*|fname|*;{{firstName}}",
                "*|END:IF|*;{% endif %}",
                "%recipient.name%;{{name}}",
                "%unsubscribe_url%;{{unsubscribeUrl}}",
                "%recipient_fname%;{{firstName}}",
                "<a href=\"<%asm_group_unsubscribe_raw_url%>\">x</a>;{{unsubscribeUrl}}",
                "<a href=\"<%asm_preferences_raw_url%>\">x</a>;{{manageUrl}}",
                "<a href=\"[Unsubscribe]\">x</a>;{{unsubscribeUrl}}",
                "<a href='[unsubscribe_preferences]'>x</a>;{{manageUrl}}",
                "Hi -name-,;{{name}}",
                "Hi %first_name%!;{{firstName}}",
                "%%firstname%%;{{firstName}}",
                "%%=v(@name)=%%;{{name}}",
                "%%[ set @a = 1 ]%%;{{name}}",
                "%%First Name%%;{{firstName}}",
                "[[FirstName OR \"Friend\"]];{{firstName}}",
                "[[First Name]];{{firstName}}",
                "{contactfield=firstname};{{firstName}}",
                "{contactfield=firstname|there};{{firstName}}",
                "<a href='{unsubscribe_url}'>x</a>;{{unsubscribeUrl}}",
                "{unsubscribe_text};{{unsubscribeUrl}}",
                "{webview_url};leave it out",
                "[subscriber:firstname | default:reader];{{firstName}}",
                "[link:subscription_unsubscribe_url];{{unsubscribeUrl}}",
                "[link:subscription_manage_url];{{manageUrl}}",
                "[link:newsletter_view_in_browser_url];leave it out",
                "[UNSUBSCRIBEURL];{{unsubscribeUrl}}",
                "<unsubscribe>Stop</unsubscribe>;{{unsubscribeUrl}}",
                "<Unsubscribe style=\"color: red\">Stop</unsubscribe>;{{unsubscribeUrl}}",
                "<preferences>Change</preferences>;{{manageUrl}}",
                "<webversion>Read online</webversion>;leave it out",
                "{FIRSTNAME},;{{firstName}}",
                "{UNSUBSCRIBE}Stop{/UNSUBSCRIBE};{{unsubscribeUrl}}",
                "$[FNAME]$;{{firstName}}",
                "$[FNAME|Friend]$;{{firstName}}",
                "$[LI:UNSUBSCRIBE]$;{{unsubscribeUrl}}",
                "${first_name};{{firstName}}",
                "${contact.first_name};{{contact.first_name}}",
                "@FIRSTNAME@;{{firstName}}",
                "<a href='http://$UNSUB$'>x</a>;{{unsubscribeUrl}}",
                "<%= name %>;{{name}}",
                "<%= @user.name || 'you' %>;{{name}}",
                "%SENDER-INFO%;your postal address",
                "%UNSUBSCRIBELINK%;{{unsubscribeUrl}}",
                "%WEBCOPY%;leave it out",
                "<script>\"*|FNAME|*\"</script>;{{firstName}}",
                "<script>`${first_name}`</script>${last_name};${last_name}",
                "[[name]];{{name}}",
                "[[data:firstname:\"you\"]];{{firstName}}",
                "[firstname,fallback=there];{{firstName}}",
                "{$name};{{name}}",
                "{!firstname_fix};{{firstname_fix}}",
                "{$first_name|default('there')};{{firstName}}",
                "{{ name or 'you' }};default",
                "{{ vip ? 'a' : 'b' }};default",
                "{{${first_name} | default: 'you'}};default",
                "{{insert first_name \"default=you\"}};default",
                "{{ TrackLink \"https://shop.example/a\" . }};default",
                "{{ if eq .Subscriber.Name \"x\" }};default",
                "{{ formatDate due 'YYYY' }};default",
                "{{ name.upper() }};default",
                "{{ range .Items }};without the dot",
                "{{ with .Subscriber.Attribs.city }};without the dot",
                "{{ count + 1 }};plus",
                "<mj-section><mj-text>x;HTML",
                "{{.Subscriber.Name}};{{name}}",
                "{{! note }};{% comment %}",
                "{# note #};{% comment %}",
                "{{ forloop.counter }};{{forloop.index}}",
                "{{ loop.index }};{{forloop.index}}",
                "{{ loop.index0 }};{{forloop.index0}}",
                "{{ tags[0:2] }};slice: 0, 2",
                "{{ tags[:2] | join: \", \" }};slice: 0, 2",
                "{{forloop.counter0}};{{forloop.index0}}",
                "{{^vip}}x{{/vip}};{% unless",
                "{{#if a}}x{{else if b}}y{{/if}};{% elsif",
                "{{#unless a}}x{{/unless}};{% unless",
                "{{#if plan == \"pro\"}}x{{/if}};{% if plan == \"pro\" %}",
                "{{#if count > 2}}x{{/if}};{% if count > 2 %}",
                "{{#if (eq plan \"pro\")}}x{{/if}};{% if name == \"x\" %}",
                "{{#if eq plan pro}}x{{/if}};{% if name == \"x\" %}",
                "{{#if !plan}}x{{/if}};{% unless",
                "{{#if plan && vip}}x{{/if}};{% if plan and vip %}",
                "{{#if plan || vip}}x{{/if}};{% if plan or vip %}",
                "{{#if plan and \"vip\"}}x{{/if}};{% if plan and \"vip\" %}",
                "{{#if count > 2}}x{{/if}};{% if [\"count > 2\"] %}",
                "{{#each item in items}}x{{/each}};{% for item in [\"item in items\"] %}",
                "{{#if tags contains \"red\"}}x{{/if}};{% if tags contains \"red\" %}",
                "{{#if @first}}x{{/if}};forloop.first",
                "{{#if ../vip}}x{{/if}};without ../",
                "{{#each items as |item|}}x{{/each}};{% for item in items %}",
                "{{#each item in items}}x{{/each}};{% for item in items %}",
                "{{#each (limit items 3)}}x{{/each}};{% for item in items %}",
                "{{#each items limit:3}}x{{/each}};{% for item in items %}",
                "{{ count > 2 }};{% if count > 2 %}",
                "{{ plan == pro }};{% if plan == pro %}",
                "{{ plan && vip }};{% if plan and vip %}",
                "{{=it.name}};without the sign",
                "{{~name~}};{{- name -}}",
                "{% elseif x %};{% elsif",
                "{% set x = 1 %};{% assign"
            })
    void aMarkOfAnotherServiceIsRefusedWithTheRightSpelling(String mark, String own) {
        var source = "<p>Dear friend,\n " + mark + "</p>";

        var problem = TemplateCompiler.firstProblem(source);

        assertThat(problem).hasValueSatisfying(found -> {
            assertThat(found.line()).isEqualTo(2);
            assertThat(found.sentence()).contains(own);
        });
        assertThat(CompiledTemplate.text("{% raw %}" + mark + "{% endraw %}")
                        .render(java.util.Map.of(), java.time.Instant.EPOCH))
                .isEqualTo(mark);
        assertThat(TemplateCompiler.firstProblem("{% raw %}" + source + "{% endraw %}"))
                .isEmpty();
    }

    /** A search that began anew at each of the openings would take hours. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{contactfield=firstname|",
                "[subscriber:firstname | ",
                "[[FirstName OR \"",
                "%%a b c d",
                "<script ",
                "<unsubscribe ",
                "<%= x",
                "$[FNAME|",
                "@FIRSTNAME",
                "${first_"
            })
    void aLongTextOfOpeningsTakesNoLongTime(String opening) {
        var text = opening.repeat(100_000);

        var problem = assertTimeoutPreemptively(Duration.ofSeconds(20), () -> TemplateCompiler.firstProblem(text));

        assertThat(problem).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "100% of 50% off%",
                "<td width=\"100%\" style=\"width:100%;max-width:50%;\">",
                "@media (max-width:600px){.a{width:100%!important}}",
                "<a href=\"https://x.test/?q=%C3%A9%20name%20%E2%82%AC&e=%email\">",
                "https://x.test/%D0%B8%D0%BC%D1%8F?name=%41%42",
                "first-name-field e-mail- -webkit-box --name-- <!--name--> <!-- name -->",
                "a - name - b, well-name-d",
                "<a href=\"https://x.test/\">[Unsubscribe]</a> <% asm %>",
                "[1] [[ ]] [name] [[2]] <!--[if mso]><![endif]-->",
                "{#} {#c#} {# open",
                "{$} {!} { $name } ${name} #{name} <% name %>",
                "a{color:red} .b{COLOR:RED} @media print{p{color:#000}} {color} {0} {a,b} {HOME} {name} {email} {/name}",
                "https://api.example/users/{username}/{id} {subscribe_url} {first name} {unsubscribed}",
                "ada@FIRSTNAME.example x@Y@z a@EMAIL@b @home@ @ACME @FIRSTNAME, @everybody",
                "$[ 5 ] $[12.50]$ US$[X] ${HOME} ${user.name} $5$ $UNSUBSCRIBE $first$ ${ first_name",
                "<script>const a = `${first_name} {FIRSTNAME} $[FNAME]$`; import {first_name} from 'x'</script>",
                "<script>const b = `${first_name}`",
                "[see the note] [link: below] [subscriber] [subscriber: Ada] [link:x] [First Name] [[Main Page]] [[see this OR that]]",
                "<unsubscribed> <b>unsubscribe</b> &lt;unsubscribe&gt; <!-- unsubscribe --> <preference>",
                "50%% off and 60%% more, 20%%off today 30%% %SENDER% %info% %sender-info%",
                "*|* **|** |x| *bold* 3*|4",
                "%%% 5%% 5%%6%% 10%name%",
                "{{ name }} {{ first name ?? you }} {{(a+)+$}} {{params.x}} {{contact.FNAME}}",
                "{{#if Mother's name}}{{/if}}{{#if Child(ren)}}{{/if}}{{#if R&D + Sales}}{{/if}}{{#each Terms and Conditions}}{{/each}}"
                        + "{{#if Terms and Conditions}}{{/if}}{{#if in stock?}}{{/if}}{{#if user['first_name']}}{{/if}}{{#if $source}}{{/if}}",
                "{{ Mother's name }} {{ Child(ren) }} {{ user['first_name'] }} {{ R&D + Sales }} {{ is it a or b? }} {{ a.b }}",
                "{{#if terms and conditions}}{{/if}}{{#if tea or coffee}}{{/if}}{{#if not interested}}{{/if}}"
                        + "{{#if contains nuts}}{{/if}}{{#if compare prices}}{{/if}}{{#if box contains glass}}{{/if}}",
                "{% raw %}*|FNAME|* [[name]]{% endraw %} {% comment %}%recipient.name%{% endcomment %}",
                "{{ '*|FNAME|*' }}"
            })
    void ordinaryTextIsNoMark(String text) {
        assertThat(TemplateCompiler.firstProblem(text)).isEmpty();
    }
}
