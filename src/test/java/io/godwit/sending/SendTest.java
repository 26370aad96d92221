package io.godwit.sending;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Ids;
import io.godwit.core.ProjectId;
import io.godwit.core.Tenant;
import io.godwit.db.TestDatabase;
import io.godwit.templates.TemplateRoutes;
import io.godwit.templates.Templates;
import io.godwit.web.Answer;
import io.godwit.web.Idempotency;
import io.godwit.web.IdempotencyKeys;
import io.godwit.web.TestCall;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SendTest {

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final Tenant tenant = Tenant.system(new ProjectId(Ids.next()));
    private final Outbox outbox = new Outbox();
    private final Templates templates = new Templates(db.database());
    private final TemplateRoutes templateRoutes =
            new TemplateRoutes(templates, SendTest::verified, new Idempotency(db.database(), new IdempotencyKeys()));
    private final SendRoutes routes = new SendRoutes(
            templates,
            SendTest::verified,
            db.database(),
            outbox,
            new SimpleIntake(db.database(), outbox),
            vertx.createSharedWorkerExecutor("decode", 2));

    @AfterAll
    void close() {
        db.close();
        vertx.close().await();
    }

    @Test
    void anInlineSendIsQueuedWithItsContentAndItsVariables() {
        var answer = send(new JsonObject()
                .put("to", "Ada@Example.com")
                .put("subject", "Hi {{name}}")
                .put("body", "<p>{{code}}</p>")
                .put("from", new JsonObject().put("email", "hi@ok.test").put("name", "Godwit"))
                .put("reply", "reply@elsewhere.test")
                .put("headers", new JsonObject().put("X-Order", "7"))
                .put(
                        "data",
                        new JsonObject()
                                .put("plan", "pro")
                                .put(
                                        "code",
                                        new JsonObject().put("value", "1234").put("persistent", false))));

        var email = db.query(
                "SELECT e.*, c.*, o.lane FROM emails e JOIN contents c ON c.id = e.content_id"
                        + " JOIN outbox o ON o.email_id = e.id WHERE e.id = ?",
                id(answer, 0));
        assertThat(email).hasSize(1);
        assertThat(email.get(0))
                .containsEntry("to_email", "ada@example.com")
                .containsEntry("subject", "Hi {{name}}")
                .containsEntry("body", "<p>{{code}}</p>")
                .containsEntry("from_email", "hi@ok.test")
                .containsEntry("from_name", "Godwit")
                .containsEntry("reply_to", "reply@elsewhere.test")
                .containsEntry("class", "TRANSACTIONAL")
                .containsEntry("status", "PENDING")
                .containsEntry("lane", 0);
        assertThat(email.get(0).get("headers")).hasToString("[{\"name\": \"X-Order\", \"value\": \"7\"}]");
        assertThat(email.get(0).get("variables"))
                .hasToString("{\"kept\": {\"plan\": \"pro\"}, \"once\": {\"code\": \"1234\"}}");
        assertThat(db.value("SELECT data FROM contacts WHERE project_id = ? AND email = 'ada@example.com'", project()))
                .hasToString("{\"plan\": \"pro\"}");
    }

    @Test
    void recipientsAreAnsweredInOrderWithDuplicatesAndTheirNamesAreKept() {
        var to = new JsonArray()
                .add("b@site.test")
                .add(new JsonObject().put("email", "a@site.test").put("name", "Anna"))
                .add("b@site.test");

        var answer = send(inline().put("to", to).put("data", new JsonObject().put("name", "Nobody")));

        var emails = answer.getJsonArray("emails");
        assertThat(emails).hasSize(3);
        assertThat(emails.getJsonObject(0).getJsonObject("contact").getString("email"))
                .isEqualTo("b@site.test");
        assertThat(emails.getJsonObject(1).getJsonObject("contact").getString("email"))
                .isEqualTo("a@site.test");
        assertThat(emails.getJsonObject(0).getJsonObject("contact"))
                .isEqualTo(emails.getJsonObject(2).getJsonObject("contact"));
        assertThat(answer.getJsonObject("data").getJsonArray("emails")).isEqualTo(emails);
        assertThat(db.query(
                        "SELECT data->>'name' AS name, subscribed FROM contacts WHERE project_id = ?"
                                + " AND email IN ('a@site.test', 'b@site.test') ORDER BY email",
                        project()))
                .extracting(row -> row.get("name"), row -> row.get("subscribed"))
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("Anna", false),
                        org.assertj.core.groups.Tuple.tuple("Nobody", false));
        assertThat(
                        db.value(
                                "SELECT count(DISTINCT content_id) FROM emails WHERE to_email = 'a@site.test' OR to_email = 'b@site.test'"))
                .isEqualTo(1L);
    }

    @Test
    void plainSendsOfOneTemplateVersionShareOneContent() {
        var template = template(new JsonObject()
                .put("from", "shop@ok.test")
                .put("fromName", "Shop")
                .put("replyTo", "r@ok.test"));

        var first = send(new JsonObject().put("to", "t1@site.test").put("template", template));
        var second = send(new JsonObject().put("to", "t2@site.test").put("template", template));
        var own = send(new JsonObject()
                .put("to", "t3@site.test")
                .put("template", template)
                .put("subject", "Own"));

        assertThat(content(first)).isEqualTo(content(second)).isNotEqualTo(content(own));
        assertThat(db.query("SELECT * FROM contents WHERE id = ?", content(own)).get(0))
                .containsEntry("subject", "Own")
                .containsEntry("body", "<p>{{x}}</p>")
                .containsEntry("from_email", "shop@ok.test")
                .containsEntry("from_name", "Shop")
                .containsEntry("reply_to", "r@ok.test");
        assertThat(db.value("SELECT template_id FROM emails WHERE id = ?", id(own, 0)))
                .hasToString(template);
    }

    @Test
    void attachmentsAreStoredDecodedAndInOrder() {
        var large = new byte[3 << 20];
        new java.util.Random(7).nextBytes(large);
        var files = new JsonArray()
                .add(file("a.txt", "text/plain", "hello".getBytes(UTF_8)))
                .add(file("b.bin", "application/octet-stream", large))
                .add(file("../c:/logo.png", "image/png", new byte[] {1})
                        .put("disposition", "inline")
                        .put("contentId", "logo"));

        var answer = send(inline().put("to", "files@site.test").put("attachments", files));

        var rows = db.query("SELECT * FROM attachments WHERE content_id = ? ORDER BY position", content(answer));
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

        var answer = send(inline().put("to", many));

        assertThat(answer.getJsonArray("emails")).hasSize(1000);
        assertThat(db.count(
                        "SELECT count(*) FROM outbox o JOIN emails e ON e.id = o.email_id WHERE to_email LIKE 'many%'"))
                .isEqualTo(1000);
        assertThatThrownBy(() -> send(inline().put("to", many.copy().add("more@site.test"))))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.issues().get(0).field()).isEqualTo("to"));
    }

    @Test
    void whatNamesNoTemplateOfTheProjectIsNotFound() {
        var foreign = TestCall.post(
                templateRoutes, "/templates", Tenant.system(new ProjectId(Ids.next())), templateBody(new JsonObject()));
        var foreignId = json(foreign.await()).getString("id");

        for (var id : List.of(foreignId, Ids.next().toString(), "../x", "1")) {
            assertThatThrownBy(() -> send(new JsonObject()
                            .put("to", "a@site.test")
                            .put("from", "a@ok.test")
                            .put("template", id)))
                    .isInstanceOfSatisfying(Failure.class, failure -> {
                        assertThat(failure.kind()).isEqualTo(Kind.TEMPLATE_NOT_FOUND);
                        assertThat(failure.details())
                                .containsEntry("resource", "Template")
                                .containsEntry("id", id);
                    });
        }
    }

    @Test
    void aSenderIsNeededAndItsDomainMustBeVerified() {
        var template = template(new JsonObject());

        assertThatThrownBy(() -> send(new JsonObject().put("to", "a@site.test").put("template", template)))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.issues().get(0).field()).isEqualTo("from");
                    assertThat(failure.issues().get(0).code()).isEqualTo("required");
                });
        assertThatThrownBy(() -> send(inline().put("to", "a@site.test").put("from", "a@evil.test")))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.kind()).isEqualTo(Kind.FORBIDDEN));
    }

    private static Future<Void> verified(Tenant tenant, io.godwit.core.EmailAddress sender) {
        return sender.domain().equals("ok.test")
                ? Future.succeededFuture()
                : Future.failedFuture(Failure.of(Kind.FORBIDDEN, "The domain is not verified"));
    }

    private JsonObject send(JsonObject body) {
        return json(TestCall.post(routes, "/v1/send", tenant, body).await());
    }

    private String template(JsonObject more) {
        return json(TestCall.post(templateRoutes, "/templates", tenant, templateBody(more))
                        .await())
                .getString("id");
    }

    private static JsonObject templateBody(JsonObject more) {
        return new JsonObject()
                .put("name", "Welcome")
                .put("subject", "Hi {{x}}")
                .put("body", "<p>{{x}}</p>")
                .put("type", "TRANSACTIONAL")
                .mergeIn(more);
    }

    private static JsonObject inline() {
        return new JsonObject().put("subject", "s").put("body", "b").put("from", "hi@ok.test");
    }

    private static JsonObject file(String name, String type, byte[] bytes) {
        return new JsonObject()
                .put("filename", name)
                .put("contentType", type)
                .put("content", Base64.getEncoder().encodeToString(bytes));
    }

    private static JsonObject json(Answer answer) {
        return io.godwit.web.TestAnswers.json(answer);
    }

    private java.util.UUID project() {
        return tenant.project().value();
    }

    private static java.util.UUID id(JsonObject answer, int at) {
        return java.util.UUID.fromString(
                answer.getJsonArray("emails").getJsonObject(at).getString("email"));
    }

    private Object content(JsonObject answer) {
        return db.value("SELECT content_id FROM emails WHERE id = ?", id(answer, 0));
    }
}
