package io.godwit.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the reports of Amazon, from the row it is kept in to what the API says of it. */
@GodwitServer
class ProviderReportTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static TestServer server;
    private static String key;

    @BeforeAll
    static void start() {
        key = server.secretKey(0);
    }

    /** The rule stores mail in a bucket and only tells of it. */
    @Test
    void anEmailWhoseContentLiesElsewhereIsFiledByItsHead() {
        var sent = send("asked@example.org");
        var headers = new JsonArray()
                .add(header("From", "=?utf-8?Q?Zo=C3=AB?= <zoe@example.org>"))
                .add(header("To", "shop@example.test"))
                .add(header("Subject", "=?utf-8?Q?Re:_{{name}}_=E2=80=93_order?="))
                .add(header("Message-ID", "<kept@example.org>"))
                .add(header("In-Reply-To", "<" + sent + "." + server.projectId(0) + "@example.test>"))
                .add(header("Content-Type", "multipart/mixed; boundary=x"));
        var action =
                new JsonObject().put("type", "S3").put("bucketName", "letters").put("objectKey", "in/1");

        tell(received("zoe@example.org", action, new JsonObject().put("headers", headers)));

        var email = filed("zoe@example.org");
        var inbound = email.getJsonObject("inbound");
        assertThat(email.getString("status")).isEqualTo("RECEIVED");
        assertThat(email.getString("subject")).isEqualTo("Re: {{name}} – order");
        assertThat(email.getString("fromName")).isEqualTo("Zoë");
        assertThat(email.getJsonArray("attachments")).isNull();
        assertThat(inbound.getString("contentMissing"))
                .isEqualTo("The content was not handed to us: Amazon SES keeps it in the bucket letters as in/1");
        assertThat(inbound.getString("messageId")).isEqualTo("kept@example.org");
        assertThat(inbound.getString("repliesTo")).isEqualTo(sent);
        assertThat(inbound.getString("dmarc")).isEqualTo("PASS");
        assertThat(received(email).getMap())
                .containsEntry("hasContent", false)
                .containsEntry("body", "")
                .containsEntry("from", "zoe@example.org")
                .containsEntry("automatic", false);
    }

    /** SES cuts long heads off, and keeps what it calls the common ones. */
    @Test
    void whatTheHeadDoesNotSayTheCommonHeadersDo() {
        var common = new JsonObject()
                .put("from", new JsonArray().add("Bob Größe <bob@example.org>"))
                .put("to", new JsonArray().add("shop@example.test"))
                .put("subject", "Grüße\r\nBcc: evil@example.org")
                .put("messageId", "<common@example.org>");
        var action = new JsonObject().put("type", "Lambda");

        tell(received("bob@example.org", action, new JsonObject().put("commonHeaders", common)));

        var email = filed("bob@example.org");
        assertThat(email.getString("fromName")).isEqualTo("Bob Größe");
        assertThat(email.getString("subject")).isEqualTo("Grüße  Bcc: evil@example.org");
        assertThat(email.getJsonObject("inbound").getString("messageId")).isEqualTo("common@example.org");
        assertThat(email.getJsonObject("inbound").getString("contentMissing")).contains("Lambda");
    }

    @Test
    void anEmailThatWasHandedOverMissesNothing() {
        var action = new JsonObject().put("type", "SNS").put("encoding", "UTF-8");
        var message = received("eve@example.org", action, new JsonObject())
                .put("content", "From: eve@example.org\r\nSubject: Whole\r\n\r\nAll of it\r\n");

        tell(message);

        var email = filed("eve@example.org");
        assertThat(email.getJsonObject("inbound").getValue("contentMissing")).isNull();
        assertThat(received(email).getBoolean("hasContent")).isTrue();
    }

    /** One rule keeps it in a bucket and tells of it, another publishes it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEmailThatIsReportedTwiceIsFiledOnce(boolean headFirst) {
        var author = (headFirst ? "head" : "whole") + "@example.org";
        var common = new JsonObject().put("from", new JsonArray().add(author)).put("messageId", "<" + author + ">");
        var head = received(author, new JsonObject().put("type", "S3"), new JsonObject().put("commonHeaders", common));
        var whole = received(author, new JsonObject().put("type", "SNS"), new JsonObject())
                .put(
                        "content",
                        "From: " + author + "\r\nMessage-ID: <" + author + ">\r\nSubject: Whole\r\n\r\nAll of it\r\n");

        tell(headFirst ? head : whole);
        tell(headFirst ? whole : head);

        var email = filed(author);
        assertThat(email.getString("subject")).isEqualTo("Whole");
        assertThat(email.getString("body")).contains("All of it");
        assertThat(email.getJsonObject("inbound").getString("text")).contains("All of it");
        assertThat(email.getJsonObject("inbound").getValue("contentMissing")).isNull();
        assertThat(email.getJsonArray("events")).hasSize(1);
        assertThat(server.database()
                        .count(
                                "SELECT count(*) FROM events JOIN contacts ON contacts.id = contact_id WHERE email = ?",
                                author))
                .isEqualTo(1);
    }

    /** Its author was told so. */
    @Test
    void anEmailThatARuleSentBackIsNotFiled() {
        var action = new JsonObject().put("type", "Bounce").put("smtpReplyCode", "550");
        var common = new JsonObject().put("from", new JsonArray().add("sent-back@example.org"));

        var report = tell(received("sent-back@example.org", action, new JsonObject().put("commonHeaders", common)));

        assertThat(server.database().value("SELECT state FROM inbound_reports WHERE id = ?", report))
                .isEqualTo("IGNORED");
        assertThat(server.database().count("SELECT count(*) FROM contacts WHERE email = 'sent-back@example.org'"))
                .isZero();
    }

    @Test
    void everyDelayOfAMailIsToldInTheFeed() {
        var sent = send("slow@example.org");
        var recipient = new JsonObject().put("status", "4.4.1").put("diagnosticCode", "smtp; 421 4.4.1 try later");
        var delay = new JsonObject()
                .put("timestamp", Instant.now().toString())
                .put("delayType", "TransientCommunicationFailure")
                .put("delayedRecipients", new JsonArray().add(recipient));
        var head = header("Message-ID", "<" + sent + "." + server.projectId(0) + "@example.test>");
        var message = new JsonObject()
                .put("eventType", "DeliveryDelay")
                .put("mail", new JsonObject().put("messageId", "1").put("headers", new JsonArray().add(head)))
                .put("deliveryDelay", delay);

        tell(message);
        tell(message);

        var page = json("/activity?types=email.delayed");
        var items = page.getJsonArray("data");
        assertThat(items).hasSize(2);
        assertThat(page.getLong("total")).isEqualTo(2);
        assertThat(items.getJsonObject(0).getString("type")).isEqualTo("email.delayed");
        assertThat(items.getJsonObject(0).getString("contactEmail")).isEqualTo("slow@example.org");
        assertThat(items.getJsonObject(0).getString("id"))
                .isNotEqualTo(items.getJsonObject(1).getString("id"))
                .endsWith("_delayed");
        assertThat(items.getJsonObject(0).getJsonObject("metadata").getString("error"))
                .isEqualTo("smtp; 421 4.4.1 try later");
        assertThat(json("/activity").getLong("total"))
                .isEqualTo(json("/activity").getJsonArray("data").size());
    }

    @Test
    void anOperatorSeesWhatWaits() {
        var metrics = server.get("/metrics", "").body();

        assertThat(metrics)
                .contains("godwit_inbound_queue ", "godwit_inbound_queue_age_seconds ", "godwit_inbound_waiting ");
    }

    private static String send(String to) {
        var body = new JsonObject()
                .put("to", to)
                .put("from", "shop@example.test")
                .put("subject", "Your order")
                .put("body", "<p>Hello</p>");
        var answer = server.post("/v1/send", key, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        var id = new JsonObject(answer.body())
                .getJsonArray("emails")
                .getJsonObject(0)
                .getString("email");
        await().atMost(TIMEOUT).until(() -> json("/emails/" + id).getString("status"), "SENT"::equals);
        return id;
    }

    private static JsonObject header(String name, String value) {
        return new JsonObject().put("name", name).put("value", value);
    }

    private static JsonObject received(String author, JsonObject action, JsonObject mail) {
        var receipt = new JsonObject()
                .put("timestamp", Instant.now().toString())
                .put("recipients", new JsonArray().add("shop@example.test"))
                .put("dmarcVerdict", new JsonObject().put("status", "PASS"))
                .put("action", action);
        return new JsonObject()
                .put("notificationType", "Received")
                .put("mail", mail.put("messageId", UUID.randomUUID().toString()).put("source", author))
                .put("receipt", receipt);
    }

    /** As it lies there once it was taken in; returns when it has been looked at. */
    private static UUID tell(JsonObject message) {
        var envelope = new JsonObject().put("Type", "Notification").put("Message", message.encode());
        var id = UUID.randomUUID();
        server.database().query("""
                INSERT INTO inbound_reports (id, provider, event_id, kind, raw, bytes)
                VALUES (?, 'sns', ?, 'News', convert_to(?, 'UTF8'), 1)
                """, id, id.toString(), envelope.encode());
        await().atMost(TIMEOUT)
                .until(() -> server.database()
                                .count("SELECT count(*) FROM inbound_reports WHERE id = ? AND due_at IS NULL", id)
                        == 1);
        return id;
    }

    private static JsonObject filed(String author) {
        var id = server.database()
                .value(
                        "SELECT emails.id FROM emails JOIN contacts ON contacts.id = contact_id WHERE email = ? AND source = 'INBOUND'",
                        author);
        return json("/emails/" + id);
    }

    private static JsonObject received(JsonObject email) {
        var event = email.getJsonArray("events").getJsonObject(0);
        assertThat(event.getString("name")).isEqualTo("email.received");
        return event.getJsonObject("data");
    }

    private static JsonObject json(String path) {
        var answer = server.get(path, key);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body());
    }
}
