package io.godwit.sending.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.projects.Project.Tracking;
import io.godwit.sending.EmailSource;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.attempt.EmailAttempt;
import io.godwit.sending.attempt.EmailAttempt.Eligibility;
import io.godwit.sending.content.EmailContent;
import io.godwit.sending.content.SenderLocale;
import io.godwit.smtp.MimeParsedMessage;
import io.godwit.smtp.message.Attachment;
import io.godwit.smtp.message.Header;
import io.godwit.templates.EmailClass;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares emails of a content that is prepared with the same emails, each composed by itself: what mime4j decodes must be equal.
 */
class PreparedBodyTest {

    private static final int CONTENTS = 600;
    private static final int EMAILS = 3;

    private static final List<String> PIECES = List.of(
            "<p>Hello {{name ?? 'friend'}},</p>\n",
            "<h1>Grüße {{name}}</h1>",
            "{{name}}",
            " {{city}} ",
            "{{{markup}}}",
            "<p>{{{markup}}}</p>",
            "<div>{{missing}}</div>",
            "<a href=\"https://shop.example.com/p/1?a=1&amp;b=2\">Café</a> ",
            "<a href='https://shop.example.com/ärmel'>https://shop.example.com/ärmel</a>\n",
            "<a href=\"https://shop.example.com/{{id}}?q={{city}}\">{{name}}</a>",
            "<a href=\"{{link}}\">{{link}}</a>",
            "<a href=\"{{unsubscribeUrl}}\">Unsubscribe</a>",
            "<a href=https://shop.example.com/{{city}}>x</a>",
            "<a href=\"mailto:shop@example.com\">shop@example.com</a>",
            "<a clicktracking=\"off\" href=\"https://shop.example.com/off\">off</a>",
            "<a href=\"https://shop.example.com/open\">never closed <p>here</p>",
            "<ul><li>one</li><li>{{name}}</li></ul>\n",
            "<ol><li>one{{#each orders}}<li><a href=\"https://x.example/{{this.id}}\">{{this.name}}</a></li>{{/each}}<li>last</ol>",
            "{% for order in orders %}<tr><td>{{ order.name }}</td><td>{{ order.id }}</td></tr>{% endfor %}",
            "{{#if name}}Hi {{name}} &amp; all{{else}}<b>Hi</b>{{/if}}",
            "{% if city == 'Bonn' %}{% break %}{% endif %}",
            "{% assign city = 'Rome' %}{{ city | upcase }}",
            "<table><tr><td style=\"color:{{color}}\">a</td><td>b</td></tr></table>",
            "<img src=\"https://cdn.example.com/x.png\" alt=\"Picture of {{name}}\">",
            "<img alt=plain{{name}}>",
            "<title>{{name}}</title>",
            "<style>td { color: {{color}} }</style>",
            "<textarea>{{name}}</textarea>",
            "<!-- a comment of {{name}} -->",
            "<!--[if mso]><v:rect href=\"https://shop.example.com/{{id}}\"><a href=\"https://x.example/m\">{{name}}</a><![endif]-->",
            "<pre>  {{name}}\n   kept   </pre>",
            "AT&{{name}}",
            "1 <{{name}}> 2 < 3",
            "</{{name}}>",
            "<br>\n.line\nFrom here\n",
            "--boundary\n",
            "a  line with   blanks \t \n",
            "word ".repeat(60),
            "x".repeat(1_200),
            "日本語のテキストがここに入ります。",
            "\r\n\r\n",
            "&zwnj;",
            "&nbsp;&zwnj;&lrm;&rlm; ",
            "<a href=\"https://x.example/i\"><img></a><a href=\"https://x.example/j\">j</a>",
            "<img alt=one><img alt=two>",
            "(",
            ")",
            "<hr>",
            "</body>",
            "<p>",
            "&nbsp;&copy 2026 &#8364;");

    private static final List<Object> VALUES = List.of(
            "Ada",
            "",
            " ",
            "Ada Lovelace",
            "Zoë & \"Söhne\" <GmbH>",
            "日本",
            "a-->b",
            "</body><p>",
            "<a href=\"https://evil.example/\">x</a>",
            "<b>bold</b>",
            "<b>never closed",
            "<!-- open",
            "<style>",
            "https://shop.example.com/ü?a=1&b=2",
            "ends with \r",
            "&am",
            ".",
            "From x",
            "\u200f",
            "\u200fx\u200c",
            "(y)",
            12.5,
            true,
            "w".repeat(300));

    private static final ProjectId PROJECT = new ProjectId(new UUID(1, 1));

    private final EmailBytes bySelf = new EmailBytes();
    private final EmailBytes prepared = new EmailBytes();

    @Test
    void anEmailOfAPreparedContentDecodesToTheSameAsOneComposedByItself() {
        for (var seed = 0; seed < CONTENTS; seed++) {
            var random = new Random(seed);
            var content = content(random, body(random));
            var tracked = random.nextInt(3) > 0;
            var type = random.nextBoolean() ? EmailClass.MARKETING : EmailClass.TRANSACTIONAL;
            prepare(content, tracked);
            for (var number = 0; number < EMAILS; number++) {
                var email = email(random, content, values(random), tracked, type);

                assertThat(decoded(prepared.of(email, content)))
                        .as("seed %d, values %s: %s", seed, email.persistentData(), content.body())
                        .isEqualTo(decoded(bySelf.of(email, renewed(content))));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<p>Hello {{name}}</p>",
                "<td>{% for order in orders %}<a href=\"https://x.example/{{order.id}}\">{{order.name}}</a>{% endfor %}</td>",
                "<a href=\"https://shop.example.com/{{id}}\">{{name}}</a>"
            })
    void ordinaryContentsArePrepared(String body) {
        var content = content(new Random(1), body);
        prepare(content, true);

        assertThat(prepared.isPrepared(content)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"<{{name}}>", "<a href={{name}}>", "AT&{{name}};", "<textarea>{{name}}</textarea>"})
    void aContentThatAValueCouldChangeIsNot(String body) {
        var content = content(new Random(1), body);
        prepare(content, true);

        assertThat(prepared.isPrepared(content)).isFalse();
    }

    private static String body(Random random) {
        var body = new StringBuilder(random.nextBoolean() ? "<html><body>" : "");
        for (var piece = random.nextInt(12); piece >= 0; piece--) {
            body.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return body.append(random.nextBoolean() ? "</body></html>" : "").toString();
    }

    private static Map<String, @Nullable Object> values(Random random) {
        var values = new HashMap<String, @Nullable Object>();
        for (var name : List.of("name", "city", "id", "link", "color", "markup")) {
            if (random.nextInt(5) > 0) {
                values.put(name, VALUES.get(random.nextInt(random.nextBoolean() ? 4 : VALUES.size())));
            }
        }
        values.put("orders", List.of(Map.of("id", 1, "name", "Tea"), Map.of("id", 2, "name", "Küche")));
        return values;
    }

    private static EmailContent content(Random random, String body) {
        return new EmailContent(
                PROJECT,
                new ContentId(new UUID(random.nextLong(), random.nextLong())),
                "Grüße, {{name}}",
                body,
                random.nextInt(6) == 0 ? Optional.of("Own text for {{name}}") : Optional.empty(),
                new NamedAddress(Optional.of("Der Läden"), new EmailAddress("shop@example.test")),
                Optional.empty(),
                Optional.empty(),
                random.nextInt(4) == 0 ? List.of(new Header("X-Campaign", "Sommer é")) : List.of(),
                random.nextInt(4) == 0
                        ? List.of(new Attachment(
                                "a.txt", "text/plain", false, Optional.empty(), "abc".getBytes(StandardCharsets.UTF_8)))
                        : List.of());
    }

    /** The same content under another id, which nothing is kept of. */
    private static EmailContent renewed(EmailContent content) {
        return new EmailContent(
                content.project(),
                new ContentId(UUID.randomUUID()),
                content.subject(),
                content.body(),
                content.text(),
                content.from(),
                content.replyTo(),
                content.recipients(),
                content.headers(),
                content.attachments());
    }

    private void prepare(EmailContent content, boolean tracked) {
        for (var number = 0; number < 4; number++) {
            prepared.of(email(new Random(number), content, Map.of(), tracked, EmailClass.TRANSACTIONAL), content);
        }
    }

    private static EmailAttempt email(
            Random random,
            EmailContent content,
            Map<String, @Nullable Object> values,
            boolean tracked,
            EmailClass type) {
        var id = new EmailId(new UUID(random.nextLong(), random.nextLong()));
        return new EmailAttempt(
                new ClaimedEmail(PROJECT, id, "example.com", (short) 2, 1, 0, 0, 0, false, Optional.empty()),
                1,
                Instant.EPOCH,
                Duration.ZERO,
                new ContactId(new UUID(2, random.nextLong())),
                content.id(),
                content.body().length(),
                Optional.empty(),
                EmailSource.CAMPAIGN,
                type,
                new EmailAddress("ada@example.com"),
                Optional.empty(),
                values,
                Map.of(),
                Optional.of(tracked),
                new Eligibility(
                        "PENDING",
                        "SENDING",
                        false,
                        true,
                        true,
                        Tracking.ENABLED,
                        Optional.empty(),
                        new SenderLocale("Müller & Co", "de"),
                        List.of()));
    }

    private static List<String> decoded(byte[] message) {
        var parsed = MimeParsedMessage.of(message);
        var head = parsed.message().getHeader().getFields().stream()
                .map(field -> field.getName() + ": " + field.getBody())
                .toList();
        var leaves = parsed.leaves().stream()
                .map(leaf -> leaf.getMimeType() + "\n"
                        + new String(MimeParsedMessage.bytes(leaf), StandardCharsets.UTF_8).replace("\r\n", "\n"))
                .toList();
        return List.of(parsed.structure(), head.toString(), leaves.toString());
    }
}
