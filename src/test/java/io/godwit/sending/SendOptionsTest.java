package io.godwit.sending;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.nodes.NodeWithMailServer;
import io.godwit.kit.smtp.SinkMessage;
import io.godwit.smtp.MimeParsedMessage;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Copies, a text of the caller's own and files of every kind, from the call to the mail server. */
@CloseFields
class SendOptionsTest {

    private static NodeWithMailServer node;

    @BeforeAll
    static void start() {
        node = new NodeWithMailServer();
    }

    @Test
    void everyCopyShowsToAndCcAndHasAnEnvelopeOfItsOwn() {
        var sent = node.accepted(node.mail("ada@example.com")
                .put(
                        "to",
                        new JsonArray()
                                .add(new JsonObject()
                                        .put("email", "ada@example.com")
                                        .put("name", "Ada, Countess"))
                                .add("bob@example.com"))
                .put("cc", new JsonObject().put("email", "zoe@example.com").put("name", "Zoë"))
                .put("bcc", new JsonArray().add("hidden@example.com").add("bob@example.com"))
                .put("body", "<p>Hi {{name}} {{email}} <a href=\"https://x.test/\">x</a> {{unsubscribeUrl}}</p>")
                .put("data", new JsonObject().put("plan", "pro")));

        var copies = node.mailsTo("ada@example.com", "bob@example.com", "zoe@example.com", "hidden@example.com");
        assertThat(sent.getJsonArray("emails")).hasSize(4);
        assertThat(copies).allSatisfy(copy -> {
            assertThat(copy.recipients()).hasSize(1);
            assertThat(copy.header("To")).contains("\"Ada, Countess\" <ada@example.com>, bob@example.com");
            assertThat(copy.header("Bcc")).isEmpty();
            assertThat(copy.text()).doesNotContain("hidden@example.com>").doesNotContain("Bcc");
            var parsed = MimeParsedMessage.of(copy.bytes());
            assertThat(parsed.message().getCc()).hasSize(1);
            assertThat(parsed.header("Cc")).containsExactly("Zoë <zoe@example.com>");
        });
        assertThat(copies).extracting(SinkMessage::messageId).doesNotHaveDuplicates();
        for (var kind : List.of("/c/", "/o/", "/unsubscribe/")) {
            assertThat(copies).extracting(copy -> token(copy, kind)).doesNotHaveDuplicates();
        }
        assertThat(html(copies, "zoe@example.com")).contains("Hi Ada, Countess zoe@example.com");
        assertThat(html(copies, "bob@example.com")).contains("Hi  bob@example.com");
        assertThat(rows("SELECT data::text AS d FROM contacts WHERE email = 'zoe@example.com'")
                        .get(0))
                .containsEntry("d", "{\"name\": \"Zoë\"}");
        var record = node.email(NodeWithMailServer.id(sent, 2));
        assertThat(record.getString("to")).isEqualTo("zoe@example.com");
        assertThat(record.getJsonObject("recipients").getJsonArray("cc"))
                .hasToString("[{\"name\":\"Zoë\",\"address\":\"zoe@example.com\"}]");
    }

    @Test
    void withoutCopiesEachNamesItsOwnRecipientAlone() {
        node.accepted(
                node.mail("x").put("to", new JsonArray().add("one@example.com").add("two@example.com")));

        var mails = node.mailsTo("one@example.com", "two@example.com");

        assertThat(mails).allSatisfy(mail -> assertThat(mail.header("To")).contains(mail.recipient()));
    }

    @Test
    void placeholdersInHeadersAreFilledAndNoValueAddsAHeader() {
        var headers = new JsonObject()
                .put("X-Name", "{{name}} of {{plan ?? none}}")
                .put("List-Unsubscribe", "<{{unsubscribeUrl}}>")
                .put("X-Kept", "100% {name} {% raw %}{{name}}{% endraw %}");
        var sent = node.accepted(node.mail("rendered@example.com")
                .put("to", new JsonObject().put("email", "rendered@example.com").put("name", "Zoë"))
                .put("headers", headers)
                .put("data", new JsonObject().put("plan", "pro\r\nBcc: evil@example.com")));

        var mail = node.mailsTo("rendered@example.com").get(0);

        var parsed = MimeParsedMessage.of(mail.bytes());
        assertThat(parsed.header("X-Name")).containsExactly("Zoë of pro  Bcc: evil@example.com");
        assertThat(mail.header("Bcc")).isEmpty();
        assertThat(mail.header("List-Unsubscribe").toString())
                .contains("/unsubscribe/")
                .doesNotContain("{");
        assertThat(parsed.header("X-Kept")).containsExactly("100% {name} {{name}}");
        assertThat(node.email(NodeWithMailServer.id(sent, 0))
                        .getJsonObject("headers")
                        .getString("X-Name"))
                .isEqualTo("Zoë of pro  Bcc: evil@example.com");
    }

    @Test
    void headersThatBecomeTooLongFailTheEmailWithTheReason() {
        var sent = node.accepted(node.mail("long@example.com")
                .put("headers", new JsonObject().put("X-Long", "{% for x in (1..9000) %}{{x}} {% endfor %}")));

        var id = NodeWithMailServer.id(sent, 0);
        await().until(() -> node.email(id).getString("status").equals("FAILED"));
        assertThat(node.email(id).encode()).contains("The rendered headers are too large");
    }

    @Test
    void suppressionsAndConsentHoldForEveryCopy() {
        var key = node.server().secretKey(0);
        node.server()
                .post(
                        "/suppressions",
                        key,
                        new JsonObject().put("email", "dead@example.com").put("reason", "MANUAL"));
        var template = new JsonObject(node.server()
                        .post(
                                "/templates",
                                key,
                                new JsonObject()
                                        .put("name", "News")
                                        .put("subject", "News")
                                        .put("body", "<p>News</p>")
                                        .put("from", "news@" + node.server().domain(0))
                                        .put("type", "MARKETING"))
                        .body())
                .getString("id");

        var sent = node.accepted(node.mail("alive@example.com").put("cc", "dead@example.com"));
        var refused = node.server()
                .post(
                        "/v1/send",
                        key,
                        new JsonObject()
                                .put("template", template)
                                .put("subscribed", true)
                                .put("to", "member@example.com")
                                .put("cc", new JsonArray().add("stranger@example.com")));

        assertThat(node.mailTo("alive@example.com").recipients()).hasSize(1);
        await().atMost(NodeWithMailServer.TIMEOUT)
                .until(() -> node.email(NodeWithMailServer.id(sent, 1)).getString("status"), "SUPPRESSED"::equals);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("cc.0");
        assertThat(rows("SELECT id FROM emails WHERE to_email = 'member@example.com'"))
                .isEmpty();
    }

    @Test
    void theCallersTextIsRenderedAndSent() {
        var sent = node.accepted(node.mail("reader@example.com")
                .put("text", "Dear {{name ?? reader}},\n<b> & {{plan}}\n")
                .put("data", new JsonObject().put("plan", "a & b")));

        var parsed = MimeParsedMessage.of(node.mailTo("reader@example.com").bytes());

        assertThat(parsed.structure()).isEqualTo("alternative[text/plain, text/html]");
        assertThat(parsed.text()).isEqualTo("Dear reader,\r\n<b> & a & b\r\n");
        assertThat(node.email(NodeWithMailServer.id(sent, 0)).getString("text"))
                .isEqualTo("Dear reader,\n<b> & a & b\n");
    }

    @Test
    void theTextOfMarketingMailHasAWayOut() {
        var template = new JsonObject(node.server()
                        .post(
                                "/templates",
                                node.server().secretKey(0),
                                new JsonObject()
                                        .put("name", "News")
                                        .put("subject", "News")
                                        .put("body", "<p>News</p>")
                                        .put("from", "news@" + node.server().domain(0))
                                        .put("type", "MARKETING"))
                        .body())
                .getString("id");

        node.server()
                .post(
                        "/v1/send",
                        node.server().secretKey(0),
                        new JsonObject()
                                .put("template", template)
                                .put("to", "fan@example.com")
                                .put("subscribed", true)
                                .put("text", "My own words"));

        assertThat(MimeParsedMessage.of(node.mailTo("fan@example.com").bytes()).text())
                .startsWith("My own words\r\n")
                .contains(node.server().baseUrl() + "/unsubscribe/");
    }

    @Test
    void filesOfEveryKindArriveAsTheyWere() {
        var eml = "From: a@example.org\r\nSubject: Old\r\n\r\nLine\r\n.\r\n--x\r\n";
        var files = new JsonArray()
                .add(file("logo.png", "image/png", new byte[] {1, 2}).put("contentId", "logo"))
                .add(file("old.eml", "message/rfc822", eml.getBytes(UTF_8)))
                .add(file("latin.eml", "message/rfc822", "Subject: ä\n\nx".getBytes(UTF_8)))
                .add(file("empty.txt", "text/plain", new byte[0]))
                .add(file("say \"hi\".txt", "text/plain", new byte[] {65}));

        node.accepted(node.mail("files@example.com")
                .put("body", "<img src=\"cid:logo\">")
                .put("attachments", files));

        var received = node.mailTo("files@example.com");
        var parsed = MimeParsedMessage.of(received.bytes());
        assertThat(parsed.structure())
                .startsWith("mixed[related[alternative[text/plain, text/html], image/png], message/rfc822");
        assertThat(received.text()).contains("Content-Disposition: attachment; filename=old.eml");
        assertThat(received.text()).contains("\r\n\r\n" + eml);
        assertThat(parsed.leaves())
                .extracting(leaf -> leaf.getFilename())
                .containsExactly(null, null, "logo.png", "old.eml", "latin.eml", "empty.txt", "say \"hi\".txt");
        assertThat(MimeParsedMessage.bytes(parsed.leaves().get(4))).isEqualTo("Subject: ä\n\nx".getBytes(UTF_8));
        assertThat(MimeParsedMessage.bytes(parsed.leaves().get(5))).isEmpty();
    }

    private static JsonObject file(String name, String type, byte[] bytes) {
        return new JsonObject()
                .put("filename", name)
                .put("type", type)
                .put("content", Base64.getEncoder().encodeToString(bytes));
    }

    private static List<Map<String, Object>> rows(String sql, String... ids) {
        return ids.length == 0
                ? node.server().database().query(sql)
                : node.server().database().query(sql, UUID.fromString(ids[0]));
    }

    private static String html(List<SinkMessage> copies, String recipient) {
        return copies.stream()
                .filter(copy -> copy.recipient().equals(recipient))
                .map(copy -> MimeParsedMessage.of(copy.bytes()).html())
                .findFirst()
                .orElseThrow();
    }

    private static String token(SinkMessage copy, String kind) {
        var found = Pattern.compile(Pattern.quote(node.server().baseUrl() + kind) + "([\\w-]{66,88})")
                .matcher(MimeParsedMessage.of(copy.bytes()).html());
        assertThat(found.find()).as(kind).isTrue();
        return found.group(1);
    }
}
