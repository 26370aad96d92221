package io.godwit.sending;

import static io.godwit.sending.SendApiServer.email;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.godwit.core.id.Ids;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.sending.SendApiServer.Project;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@CloseFields
class SendTest {

    private static SendApiServer server;
    private final Project project = server.project();

    @BeforeAll
    static void start() {
        server = SendApiServer.start();
    }

    @Test
    void anInlineSendIsQueuedWithItsContentAndItsVariables() {
        var sent = project.send(new JsonObject()
                .put("to", "Ada@Example.com")
                .put("subject", "Hi {{name}}")
                .put("body", "<p>{{code}}</p>")
                .put("from", new JsonObject().put("email", "hi@ok.test").put("name", "Godwit"))
                .put("reply", "reply@elsewhere.test")
                .put("headers", new JsonObject().put("X-Order", "7"))
                .put("tracking", false)
                .put(
                        "data",
                        new JsonObject()
                                .put("plan", "pro")
                                .put(
                                        "code",
                                        new JsonObject().put("value", "1234").put("persistent", false))));

        assertThat(row(sent))
                .containsEntry("to_email", "ada@example.com")
                .containsEntry("subject", "Hi {{name}}")
                .containsEntry("body", "<p>{{code}}</p>")
                .containsEntry("from_email", "hi@ok.test")
                .containsEntry("from_name", "Godwit")
                .containsEntry("reply_to", "reply@elsewhere.test")
                .containsEntry("email_class", "TRANSACTIONAL")
                .containsEntry("status", "PENDING")
                .containsEntry("tracking", false)
                .containsEntry("lane", 0)
                .hasEntrySatisfying("headers", headers -> assertThat(headers)
                        .hasToString("[{\"name\": \"X-Order\", \"value\": \"7\"}]"))
                .hasEntrySatisfying("variables", variables -> assertThat(variables)
                        .hasToString("{\"kept\": {\"plan\": \"pro\"}, \"once\": {\"code\": \"1234\"}}"));
        assertThat(contact("ada@example.com")).hasToString("{\"plan\": \"pro\"}");
    }

    @Test
    void anAnswerHasItsMembersInTheEnvelopeAndBesideIt() {
        var sent = project.send(new JsonObject());

        assertThat(sent.getBoolean("success")).isTrue();
        assertThat(sent.getJsonObject("data").getJsonArray("emails")).isEqualTo(sent.getJsonArray("emails"));
        assertThat(sent.getString("timestamp")).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        assertThat(sent.getJsonArray("emails")
                        .getJsonObject(0)
                        .getJsonObject("contact")
                        .getString("email"))
                .isEqualTo("ada@site.test");
    }

    @Test
    void recipientsAreAnsweredInOrderWithDuplicatesAndTheirNamesAreKept() {
        var to = new JsonArray()
                .add("b@site.test")
                .add(new JsonObject().put("email", "a@site.test").put("name", "Anna"))
                .add("b@site.test");

        var sent = project.send(new JsonObject().put("to", to).put("data", new JsonObject().put("name", "Nobody")));

        assertThat(rows("SELECT to_email, to_name, content_id FROM emails WHERE project_id = ? ORDER BY id"))
                .extracting(row -> row.get("to_email"), row -> row.get("to_name"))
                .containsExactly(tuple("b@site.test", null), tuple("a@site.test", "Anna"), tuple("b@site.test", null));
        assertThat(sent.getJsonArray("emails")).hasSize(3);
        assertThat(email(sent, 0)).isNotEqualTo(email(sent, 2));
        assertThat(rows("SELECT data->>'name' AS name, subscribed FROM contacts WHERE project_id = ? ORDER BY email"))
                .extracting(row -> row.get("name"), row -> row.get("subscribed"))
                .containsExactly(tuple("Anna", false), tuple("Nobody", false));
        assertThat(rows("SELECT DISTINCT content_id FROM emails WHERE project_id = ?"))
                .hasSize(1);
    }

    @Test
    void plainSendsOfOneTemplateVersionShareOneContent() {
        var template = project.template(new JsonObject().put("fromName", "Shop").put("replyTo", "r@ok.test"));

        var first = project.sendTemplate(template, new JsonObject());
        var second = project.sendTemplate(template, new JsonObject().put("to", "t2@site.test"));
        var own = project.sendTemplate(template, new JsonObject().put("subject", "Own"));

        assertThat(row(first).get("content_id"))
                .isEqualTo(row(second).get("content_id"))
                .isNotEqualTo(row(own).get("content_id"));
        assertThat(row(own))
                .containsEntry("subject", "Own")
                .containsEntry("body", "<p>{{x}}</p>")
                .containsEntry("from_email", "shop@ok.test")
                .containsEntry("from_name", "Shop")
                .containsEntry("reply_to", "r@ok.test")
                .hasEntrySatisfying("template_id", id -> assertThat(id).hasToString(template));
    }

    @Test
    void attachmentsAreStoredDecodedAndInOrder() {
        var large = new byte[3 << 20];
        new Random(7).nextBytes(large);
        var files = new JsonArray()
                .add(file("a.txt", "text/plain", "hello".getBytes(UTF_8)))
                .add(file("b.bin", "application/octet-stream", large))
                .add(file("../c:/logo.png", "image/png", new byte[] {1})
                        .put("disposition", "inline")
                        .put("contentId", "logo"));

        var sent = project.send(new JsonObject().put("attachments", files));

        var rows = server.db()
                .query(
                        "SELECT * FROM attachments WHERE content_id = ? ORDER BY position",
                        row(sent).get("content_id"));
        assertThat(rows).extracting(row -> row.get("filename")).containsExactly("a.txt", "b.bin", "logo.png");
        assertThat(rows)
                .extracting(row -> row.get("disposition"))
                .containsExactly("attachment", "attachment", "inline");
        assertThat((byte[]) rows.get(1).get("bytes")).isEqualTo(large);
        assertThat(rows.get(2)).containsEntry("cid", "logo");
    }

    @Test
    void aThousandRecipientsAreTakenAndOneMoreIsNot() {
        var many = new JsonArray();
        for (var at = 0; at < 1000; at++) {
            many.add("many" + at + "@site.test");
        }

        var sent = project.send(new JsonObject().put("to", many));
        var refused = project.post(
                "/v1/send",
                new JsonObject()
                        .put("to", many.copy().add("more@site.test"))
                        .put("subject", "s")
                        .put("body", "b")
                        .put("from", "hi@ok.test"));

        assertThat(sent.getJsonArray("emails")).hasSize(1000);
        assertThat(rows("SELECT email_id FROM outbox WHERE project_id = ?")).hasSize(1000);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.fields()).containsExactly("to");
    }

    @Test
    void theSendersNameIsTheRequestsThenTheTemplatesThenTheProjects() {
        var named = project.template(new JsonObject().put("fromName", "Shop"));
        var nameless = project.template(new JsonObject());
        var from = new JsonObject().put("email", "hi@ok.test").put("name", "Ada");

        assertThat(row(project.send(new JsonObject().put("from", from).put("name", "Old"))))
                .containsEntry("from_name", "Ada");
        assertThat(row(project.send(new JsonObject().put("name", "Old")))).containsEntry("from_name", "Old");
        assertThat(row(project.sendTemplate(named, new JsonObject().put("name", "Old"))))
                .containsEntry("from_name", "Old");
        assertThat(row(project.sendTemplate(named, new JsonObject()))).containsEntry("from_name", "Shop");
        assertThat(row(project.sendTemplate(nameless, new JsonObject())))
                .containsEntry("from_name", SendApiServer.PROJECT_NAME);
    }

    @Test
    void whatNamesNoTemplateOfTheProjectIsNotFound() {
        var foreign = server.project().template(new JsonObject());

        for (var id : List.of(foreign, Ids.next().toString(), "../x", "1")) {
            var answer = project.post(
                    "/v1/send", new JsonObject().put("to", "a@site.test").put("template", id));
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.code()).isEqualTo("TEMPLATE_NOT_FOUND");
            assertThat(answer.body().getJsonObject("error").getJsonObject("details"))
                    .isEqualTo(new JsonObject().put("resource", "Template").put("id", id));
        }
    }

    @Test
    void aSenderIsNeeded() {
        var template = project.template(new JsonObject().putNull("from"));

        var answer = project.post(
                "/v1/send", new JsonObject().put("to", "a@site.test").put("template", template));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.fields()).containsExactly("from");
        assertThat(answer.body().encode()).contains("\"code\":\"required\"");
    }

    @Test
    void theSendersDomainMustBeVerified() {
        for (var from : List.of("a@evil.test", "a@sub.ok.test", "a@okk.test", "\"a@ok.test\"@evil.test")) {
            var answer = project.post(
                    "/v1/send",
                    new JsonObject()
                            .put("to", "a@site.test")
                            .put("subject", "s")
                            .put("body", "b")
                            .put("from", from));
            assertThat(answer.status()).isIn(403, 422);
        }
        assertThat(rows("SELECT id FROM emails WHERE project_id = ?")).isEmpty();
    }

    /** One recipient who may not get the mail refuses the call. */
    @Test
    void marketingMailToAnUnsubscribedContactWritesNothing() {
        var template = project.template(new JsonObject().put("type", "MARKETING"));
        project.sendTemplate(
                template, new JsonObject().put("to", "in@site.test").put("subscribed", true));

        var answer = project.post(
                "/v1/send",
                new JsonObject()
                        .put("template", template)
                        .put("to", new JsonArray().add("in@site.test").add("new@site.test")));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("BAD_REQUEST");
        assertThat(answer.fields()).containsExactly("to.1");
        assertThat(rows("SELECT id FROM emails WHERE project_id = ?")).hasSize(1);
        assertThat(rows("SELECT email FROM contacts WHERE project_id = ?")).hasSize(1);
    }

    @Test
    void aFlipOfTheSubscriptionIsAnEventAndCreatingAContactIsNone() {
        project.send(new JsonObject().put("subscribed", true));
        project.send(new JsonObject());
        project.send(new JsonObject().put("subscribed", false));
        project.send(new JsonObject().put("subscribed", true));

        assertThat(rows("SELECT name FROM events WHERE project_id = ? ORDER BY id"))
                .extracting(row -> row.get("name"))
                .containsExactly("contact.unsubscribed", "contact.subscribed");
    }

    @Test
    void theAliasesReachTheSameHandler() {
        var body = new JsonObject()
                .put("to", "a@site.test")
                .put("subject", "s")
                .put("body", "b")
                .put("from", "a@ok.test");

        for (var path : List.of("/send", "/api/v1/send", "/api/send")) {
            assertThat(project.post(path, body).status()).isEqualTo(200);
        }
    }

    @Test
    void oddKeysAndValuesAreJustKeysAndValues() {
        var data = new JsonObject()
                .put("(a+)+$", "$1")
                .put("[", "$&")
                .put("__proto__", "\\")
                .put("a.b", 1);

        project.send(new JsonObject().put("data", data));

        assertThat(new JsonObject(contact("ada@site.test").toString())).isEqualTo(data);
    }

    @Test
    void aNullAmongHeadersOrFilesIsCalledByItsName() {
        var answer = project.post(
                "/v1/send",
                new JsonObject()
                        .put("to", "a@site.test")
                        .put("from", "a@ok.test")
                        .put("subject", "s")
                        .put("body", "b")
                        .put("headers", new JsonObject().putNull("X-Order"))
                        .put("attachments", new JsonArray().addNull()));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body().getJsonObject("error").getJsonArray("errors"))
                .extracting(issue -> ((JsonObject) issue).getString("message"))
                .containsExactlyInAnyOrder("Expected string, received null", "Expected object, received null");
    }

    private Map<String, Object> row(JsonObject sent) {
        return server.db()
                .query(
                        "SELECT * FROM emails e JOIN contents c ON c.id = e.content_id"
                                + " JOIN outbox o ON o.email_id = e.id WHERE e.id = ?",
                        email(sent, 0))
                .get(0);
    }

    private List<Map<String, Object>> rows(String sql) {
        return server.db().query(sql, project.id());
    }

    private Object contact(String address) {
        return server.db().value("SELECT data FROM contacts WHERE project_id = ? AND email = ?", project.id(), address);
    }

    private static JsonObject file(String name, String type, byte[] bytes) {
        return new JsonObject()
                .put("filename", name)
                .put("contentType", type)
                .put("content", Base64.getEncoder().encodeToString(bytes));
    }
}
