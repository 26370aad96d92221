package io.godwit.sending;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.rules.DkimOracle;
import io.godwit.kit.rules.MessageRules;
import io.godwit.kit.smtp.SinkMessage;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.smtp.MimeParsedMessage;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A newsletter as shops send it, from {@code POST /v1/send} over a socket to a mail server, read by mime4j and jdkim. */
@CloseFields
class NewsletterTest {

    private static final byte[] IMAGE = noise(17_001);
    private static final byte[] TERMS = noise(120_000);

    private static final Vertx VERTX = Vertx.vertx();

    private static SmtpSink sink;
    private static TestServer server;
    private static SinkMessage received;
    private static MimeParsedMessage parsed;

    @BeforeAll
    static void send() {
        sink = SmtpSink.start(VERTX);
        server = TestServer.start(Map.of(
                "GODWIT_MAIL_CATCHER_ENABLED",
                "",
                "GODWIT_MAIL_HOST",
                sink.host(),
                "GODWIT_MAIL_PORT",
                String.valueOf(sink.port()),
                "GODWIT_MAIL_TLS",
                "none"));
        var answer = server.post("/v1/send", server.secretKey(0), request());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        received = sink.next();
        parsed = MimeParsedMessage.of(received.bytes());
    }

    @Test
    void itsPartsStandAsReadersExpectThem() {
        assertThat(parsed.structure())
                .isEqualTo("mixed[related[alternative[text/plain, text/html], image/png], application/pdf]");
    }

    @Test
    void itsHtmlIsReadAsItWasWritten() {
        var expected = newsletter()
                .replace("{{firstName ?? \"friend\"}}", "Zoë &amp; &lt;Ada&gt;")
                .replace("{{city ?? somewhere}}", "somewhere")
                .replace("{{{signature}}}", "<i>Yours, 鴫</i>")
                .replace("{{order.total}}", "0")
                .replace("{{code}}", "{{firstName}}");

        assertThat(newsletter().getBytes(UTF_8)).hasSizeBetween(60_000, 70_000);
        assertThat(untracked(parsed.html())).isEqualTo(expected.replace("\n", "\r\n"));
    }

    /** Its links lead through us and it has one picture more; apart from that it is what was written. */
    private static String untracked(String html) {
        var links = Pattern.compile(Pattern.quote(server.baseUrl()) + "/c/[\\w-]{66}/([\\w-]+)")
                .matcher(html);
        assertThat(links.results().count()).isGreaterThan(50);
        var image = "<img src=\"" + server.baseUrl() + "/o/[\\w-]{66}\"[^>]*>";
        assertThat(html).containsOnlyOnce(server.baseUrl() + "/o/");
        return links.reset()
                .replaceAll(link -> Matcher.quoteReplacement(
                        new String(Base64.getUrlDecoder().decode(link.group(1)), UTF_8).replace("&", "&amp;")))
                .replaceFirst(image, "");
    }

    @Test
    void itsTextSaysTheSame() {
        assertThat(parsed.text())
                .contains("Hello Zoë & <Ada>", "Tide tables 🌊", "Black-tailed godwit № 1", "Yours, 鴫")
                .doesNotContain("<td", "border-collapse", "{{firstName ??", "mso");
    }

    @Test
    void itsPictureAndItsFileAreTheBytesTheyWere() {
        var image = parsed.leaves().get(2);
        var file = parsed.leaves().get(3);

        assertThat(MimeParsedMessage.bytes(image)).isEqualTo(IMAGE);
        assertThat(image.getDispositionType()).isEqualTo("inline");
        assertThat(image.getHeader().getField("Content-ID").getBody()).isEqualTo("<godwit@shop>");
        assertThat(parsed.html()).contains("cid:godwit@shop");
        assertThat(MimeParsedMessage.bytes(file)).isEqualTo(TERMS);
        assertThat(file.getDispositionType()).isEqualTo("attachment");
        assertThat(file.getFilename()).isEqualTo("Geschäftsbedingungen 📄.pdf");
    }

    @Test
    void itsHeadIsRight() {
        assertThat(received.mailFrom()).endsWith("@example.test");
        assertThat(received.recipients()).containsExactly("ada@example.com");
        assertThat(parsed.from().getName()).isEqualTo("Mudflat & Sons 🐦");
        assertThat(parsed.from().getAddress()).isEqualTo("news@example.test");
        assertThat(parsed.to().getName()).isEqualTo("Ada, Countess of Lovelace");
        assertThat(parsed.header("Subject")).containsExactly("🌊 Zoë & <Ada>, the tide is turning – 20 % off");
        assertThat(parsed.header("Reply-To")).containsExactly("service@example.test");
        assertThat(parsed.header("X-Campaign")).containsExactly("Frühling 2027");
    }

    @Test
    void itKeepsTheRulesOfTheWireAndItsSignatureHolds() throws Exception {
        var key = server.database().query("SELECT selector, public_key FROM domains WHERE domain = 'example.test'");

        var signed = DkimOracle.signedNames(
                received.bytes(), key.get(0).get("selector") + "._domainkey.example.test", (byte[])
                        key.get(0).get("public_key"));

        assertThat(MessageRules.broken(received.bytes())).isEmpty();
        assertThat(signed).contains("from", "to", "subject", "date", "message-id", "mime-version", "content-type");
    }

    private static JsonObject request() {
        return new JsonObject()
                .put(
                        "to",
                        new JsonObject()
                                .put("name", "Ada, Countess of Lovelace")
                                .put("email", "ada@example.com"))
                .put("from", new JsonObject().put("name", "Mudflat & Sons 🐦").put("email", "news@example.test"))
                .put("reply", "service@example.test")
                .put("subject", "🌊 {{firstName}}, the tide is turning – 20 % off")
                .put("body", newsletter())
                .put("headers", new JsonObject().put("X-Campaign", "Frühling 2027"))
                .put(
                        "data",
                        new JsonObject()
                                .put("firstName", "Zoë & <Ada>")
                                .put("signature", "<i>Yours, 鴫</i>")
                                .put("order", new JsonObject().put("total", 0))
                                .put(
                                        "code",
                                        new JsonObject()
                                                .put("value", "{{firstName}}")
                                                .put("persistent", false)))
                .put(
                        "attachments",
                        new JsonArray()
                                .add(file("godwit.png", "image/png", IMAGE)
                                        .put("disposition", "inline")
                                        .put("contentId", "godwit@shop"))
                                .add(file("Geschäftsbedingungen 📄.pdf", "application/pdf", TERMS)));
    }

    private static JsonObject file(String name, String type, byte[] bytes) {
        return new JsonObject()
                .put("filename", name)
                .put("contentType", type)
                .put("content", Base64.getEncoder().encodeToString(bytes));
    }

    /** Tables in tables, styles on one endless line, conditional comments, and lines that relays like to damage. */
    private static String newsletter() {
        var rows = new StringBuilder();
        for (var number = 1; number <= 76; number++) {
            rows.append(ROW.formatted(number, BIRDS.get(number % BIRDS.size()), number * 7 % 90 + 10));
        }
        return HEAD.replace("STYLES", STYLES) + rows + FOOT;
    }

    private static final List<String> BIRDS = List.of(
            "Black-tailed godwit", "Uferschnepfe", "Barge à queue noire", "Ťavlík", "オグロシギ", "Большой веретенник");

    private static final String STYLES =
            ".card:hover{color:#0f6b6b;background:url('data:image/gif;base64,R0lGODlhAQABAAAAACw=')}".repeat(150);

    private static final String HEAD = """
            <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
            <html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><meta charset="utf-8"/>
            <!--[if mso]><style>table {border-collapse: collapse; mso-table-lspace: 0pt}</style><![endif]-->
            <style>@media only screen and (max-width:480px){.col{width:100%!important;display:block!important}}
            STYLES
            </style></head><body style="margin:0;padding:0" bgcolor="#eef3f1">
            <div style="display:none;max-height:0">Tide tables 🌊 and twenty per cent off&zwnj;&nbsp;&zwnj;&nbsp;&#847;</div>
            .
            ..two dots, and a line that ends with blanks  \t
            From here on relays may quote
            -- \s
            <table width="100%" cellpadding="0" cellspacing="0" role="presentation"><tr><td align="center">
            <img src="cid:godwit@shop" width="600" height="200" alt="A godwit 🐦 on the mudflat"/>
            <h1>Hello {{firstName ?? "friend"}}</h1><p>from {{city ?? somewhere}}; you owe {{order.total}} €. Your code: {{code}}</p>
            """;

    private static final String ROW = """
            <table class="card" width="600" style="border-collapse:collapse;font-family:'Segoe UI',Arial,sans-serif;font-size:14px">
            \t<tr><td class="col" style="padding:12px 24px;border-bottom:1px solid #e1ddd3;color:#23272b" valign="top">
            <strong>%2$s № %1$d</strong><br/>Plüsch, 24 cm, „handgenäht“ – ☆☆☆☆☆ <em>“so soft”</em> — 👩🏽‍🔬 empfohlen &amp; geprüft</td>
            <td align="right" style="padding:12px 24px;white-space:nowrap"><s>%3$d,99&nbsp;€</s>
            <a href="https://shop.example.test/p/%1$d?utm_source=newsletter&amp;utm_medium=email&amp;q=a%%20b=c#x=3D">%3$d,49&nbsp;€</a></td></tr>
            </table>
            """;

    private static final String FOOT = """
            <p>{{{signature}}}</p></td></tr></table>
            <!-- =3D =20 =?utf-8?Q?no_word?= --></body></html>
            """;

    /** The same in every run, and nothing a compressor or a line-based reader would like. */
    private static byte[] noise(int length) {
        var bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }
}
