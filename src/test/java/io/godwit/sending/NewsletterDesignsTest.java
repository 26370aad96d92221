package io.godwit.sending;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.CampaignServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.rules.MessageRules;
import io.godwit.kit.smtp.SinkMessage;
import io.godwit.smtp.MimeParsedMessage;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Four designs as they are really sent, through a campaign to the wire: a shop's with VML and conditional comments, a traveller's
 * with hybrid columns and an image in its text, one as old as the web, and one line of a generator. In their files double
 * brackets stand around the addresses that lead through us; every byte outside of them has to arrive as it was written.
 */
@CloseFields
class NewsletterDesignsTest {

    private static final Pattern FOLLOWED = Pattern.compile("\\[\\[(.+?)]]", Pattern.DOTALL);
    private static final Pattern EACH = Pattern.compile("\\{\\{#each articles}}(.*?)\\{\\{/each}}", Pattern.DOTALL);
    private static final String TOKEN = "[\\w-]{66,88}";

    private static final JsonObject READER = new JsonObject()
            .put("firstName", "Zoë & <Ada>")
            .put("size", "10½\"")
            .put("code", "W&N")
            .put("points", 1200)
            .put("issue", 7)
            .put("banner", "<b>מבצע</b> &amp; עוד")
            .put("shareUrl", "https://share.example.com/?u=a&t=\"b\"")
            .put(
                    "articles",
                    new JsonArray().add(article("ראשון", "טקסט <1>", "rishon")).add(article("שני", "2 & 3", "sheni")));

    /** The values of the placeholders, written down apart from the renderer. */
    private static final Map<String, String> RENDERED = Map.ofEntries(
            Map.entry("{{firstName ?? \"You\"}}", "Zoë &amp; &lt;Ada&gt;"),
            Map.entry("{{firstName ?? \"friend\"}}", "Zoë &amp; &lt;Ada&gt;"),
            Map.entry("{{firstName ?? \"voyageur\"}}", "Zoë &amp; &lt;Ada&gt;"),
            Map.entry("{{firstName ?? \"reader\"}}", "Zoë &amp; &lt;Ada&gt;"),
            Map.entry("{{size}}", "10½&quot;"),
            Map.entry("{{code}}", "W&amp;N"),
            Map.entry("{{points ?? 0}}", "1200"),
            Map.entry(
                    "{{#if points}}Expire bientôt : {{points}} pts{{else}}Pas encore de points{{/if}}",
                    "Expire bientôt : 1200 pts"),
            Map.entry("{{issue}}", "7"),
            Map.entry("{{{banner}}}", "<b>מבצע</b> &amp; עוד"),
            Map.entry("{{shareUrl}}", "https://share.example.com/?u=a&amp;t=&quot;b&quot;"));

    private static CampaignServer server;

    @BeforeAll
    static void start() {
        server = CampaignServer.start();
    }

    @BeforeEach
    void clear() {
        server.clear();
    }

    private static JsonObject article(String title, String text, String slug) {
        return new JsonObject().put("title", title).put("text", text).put("slug", slug);
    }

    @ParameterizedTest
    @CsvSource({
        "shop, 5, Nails|Hello Zoë & <Ada>|Shop now → (https://shop.example.com/sale?sort=price&dir=asc&q=%E2%82%AC%2010)",
        "travel, 6, Bonjour Zoë & <Ada>|Expire bientôt : 1200 pts|deux (https://voyage.example.com/a)",
        "gazette, 8, AT&T|Fish & chips are|unquoted (https://gazette.example.com/1?a=1&b=2)",
        "digest, 3, ראשון|טקסט <1>|2 & 3|(https://news.example.com/sheni?ref=digest&n=1)"
    })
    void aDesignArrivesByteByByteApartFromItsLinks(String name, int links, String said) {
        var design = design(name);

        var received = sent(FOLLOWED.matcher(design).replaceAll("$1"));

        var parsed = MimeParsedMessage.of(received.bytes());
        assertThat(parsed.structure()).isEqualTo("alternative[text/plain, text/html]");
        assertThat(MessageRules.broken(received.bytes())).isEmpty();
        var targets = assertSame(parsed.html(), rendered(design));
        assertThat(targets).hasSize(links);
        assertThat(parsed.text())
                .contains(said.split("\\|"))
                .doesNotContain("{{", "mso", "v:rect", "border-collapse", "/c/", "/o/", "<td", "schema.org");
        assertThat(received.header("List-Unsubscribe-Post")).contains("List-Unsubscribe=One-Click");
    }

    private static SinkMessage sent(String body) {
        var contact = server.call(
                "POST",
                "/contacts",
                new JsonObject().put("email", "zoe@example.com").put("data", READER));
        assertThat(contact.statusCode()).as(contact.body()).isEqualTo(201);
        server.moved(server.create(server.words().put("subject", "Design").put("body", body)), "send");
        return server.sink().next();
    }

    /** The design as it is written, with values for placeholders; the brackets stay. */
    private static String rendered(String design) {
        var list = EACH.matcher(design)
                .replaceAll(each -> java.util.regex.Matcher.quoteReplacement(
                        article(each.group(1), "ראשון", "טקסט &lt;1&gt;", "rishon")
                                + article(each.group(1), "שני", "2 &amp; 3", "sheni")));
        var html = list;
        for (var value : RENDERED.entrySet()) {
            html = html.replace(value.getKey(), value.getValue());
        }
        return html;
    }

    private static String article(String design, String title, String text, String slug) {
        return design.replace("{{this.title}}", title)
                .replace("{{this.text}}", text)
                .replace("{{this.slug}}", slug);
    }

    /** Fails unless every byte outside our own links is the same; answers where those lead. */
    private static List<String> assertSame(String html, String expected) {
        var lines = expected.replace("\r\n", "\n").replace("\n", "\r\n");
        var end = lines.lastIndexOf("</body>");
        var withPicture =
                end < 0 ? lines + "{{picture}}" : lines.substring(0, end) + "{{picture}}" + lines.substring(end);
        var found = pattern(withPicture).matcher(html);
        assertThat(found.matches()).as(() -> difference(html, withPicture)).isTrue();
        var targets = new ArrayList<String>();
        var written =
                FOLLOWED.matcher(lines).results().map(link -> link.group(1)).toList();
        for (var link = 0; link < written.size(); link++) {
            var target = new String(Base64.getUrlDecoder().decode(found.group(link + 1)), UTF_8);
            assertThat(target).isEqualTo(resolved(written.get(link)));
            targets.add(target);
        }
        return targets;
    }

    private static Pattern pattern(String expected) {
        return Pattern.compile(Pattern.compile("\\[\\[.+?]]|\\{\\{\\w+}}", Pattern.DOTALL)
                .splitAsStream(expected)
                .map(Pattern::quote)
                .collect(Collectors.joining("\u0000"))
                .transform(parts -> filled(parts, expected)));
    }

    /** Puts the patterns of links and of our own addresses between the parts, in their order. */
    private static String filled(String parts, String expected) {
        var own = Pattern.quote(server.node().baseUrl());
        var marks =
                Pattern.compile("\\[\\[.+?]]|\\{\\{(\\w+)}}", Pattern.DOTALL).matcher(expected);
        var pattern = new StringBuilder();
        for (var part : parts.split("\u0000", -1)) {
            pattern.append(part);
            if (marks.find()) {
                pattern.append(
                        marks.group(1) == null
                                ? own + "/c/" + TOKEN + "/([\\w-]+)"
                                : switch (marks.group(1)) {
                                    case "picture" -> "<img src=\"" + own + "/o/" + TOKEN + "\"[^>]*>";
                                    case "manageUrl" -> own + "/manage/" + TOKEN;
                                    default -> own + "/unsubscribe/" + TOKEN;
                                });
            }
        }
        return pattern.toString();
    }

    /** As a browser reads an attribute, as far as the designs go. */
    private static String resolved(String written) {
        return written.replace("&amp;", "&")
                .replace("&#38;", "&")
                .replace("&quot;", "\"")
                .strip()
                .replace(" ", "%20")
                .replace("ü", "%C3%BC");
    }

    /** The place where the two part, for a reader. */
    private static String difference(String html, String expected) {
        var plain = html.replaceAll(Pattern.quote(server.node().baseUrl()) + "/c/" + TOKEN + "/[\\w-]+", "[[]]")
                .replaceAll(Pattern.quote(server.node().baseUrl()) + "/\\w+/" + TOKEN, "{{}}");
        var wanted = expected.replaceAll("(?s)\\[\\[.+?]]", "[[]]").replaceAll("\\{\\{\\w+}}", "{{}}");
        var at = 0;
        while (at < Math.min(plain.length(), wanted.length()) && plain.charAt(at) == wanted.charAt(at)) {
            at++;
        }
        return "at " + at + ": " + part(plain, at) + "\n   not " + part(wanted, at);
    }

    private static String part(String text, int at) {
        return text.substring(Math.max(0, at - 60), Math.min(text.length(), at + 120));
    }

    private static String design(String name) {
        try (var file = NewsletterDesignsTest.class.getResourceAsStream("/newsletters/" + name + ".html")) {
            return new String(file.readAllBytes(), UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
