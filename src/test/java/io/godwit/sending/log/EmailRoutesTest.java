package io.godwit.sending.log;

import static io.godwit.sending.SendApiServer.email;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.id.Ids;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.sending.SendApiServer;
import io.godwit.sending.SendApiServer.Project;
import io.godwit.sending.SendApiServer.Response;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@CloseFields
class EmailRoutesTest {

    private static SendApiServer server;
    private final Project project = server.project();

    @BeforeAll
    static void start() {
        server = SendApiServer.start();
    }

    @Test
    void anEmailIsShownAsItGoesOut() {
        var id = email(
                project.send(new JsonObject()
                        .put(
                                "to",
                                new JsonObject().put("email", "ada@site.test").put("name", "Ada"))
                        .put("from", new JsonObject().put("email", "hi@ok.test").put("name", "Godwit"))
                        .put("subject", "Hi {{name}} & {{plan ?? nobody}}")
                        .put("body", "<p>{{html}} {{code}} {{email}} {{unsubscribeUrl}}</p>")
                        .put("headers", new JsonObject().put("X-Order", "7"))
                        .put("attachments", new JsonArray().add(file()))
                        .put(
                                "data",
                                new JsonObject()
                                        .put("html", "<b>")
                                        .put("email", "forged@evil.test")
                                        .put("plan", "two\r\nlines")
                                        .put(
                                                "code",
                                                new JsonObject()
                                                        .put("value", "{{name}}")
                                                        .put("persistent", false)))),
                0);

        var email = project.get("/emails/" + id).body();

        assertThat(email.getString("subject")).isEqualTo("Hi Ada & two  lines");
        assertThat(email.getString("body"))
                .startsWith("<p>&lt;b&gt; {{name}} ada@site.test " + SendApiServer.PUBLIC_URL + "/unsubscribe/");
        assertThat(email.getMap())
                .containsEntry("id", id.toString())
                .containsEntry("projectId", project.id().toString())
                .containsEntry("to", "ada@site.test")
                .containsEntry("toName", "Ada")
                .containsEntry("from", "hi@ok.test")
                .containsEntry("fromName", "Godwit")
                .containsEntry("replyTo", null)
                .containsEntry("sourceType", "TRANSACTIONAL")
                .containsEntry("type", "TRANSACTIONAL")
                .containsEntry("status", "PENDING")
                .containsEntry("sentAt", null)
                .containsEntry("opens", 0);
        assertThat(email.getString("messageId")).matches(id + "[.]" + project.id() + "[.][0-9a-v]{26}@ok[.]test");
        assertThat(email.getJsonObject("headers")).isEqualTo(new JsonObject().put("X-Order", "7"));
        assertThat(email.getJsonArray("attachments"))
                .containsExactly(new JsonObject()
                        .put("filename", "a.txt")
                        .put("contentType", "text/plain")
                        .put("disposition", "attachment")
                        .putNull("contentId")
                        .put("size", 5));
        assertThat(email.getJsonArray("attempts")).isEmpty();
        assertThat(email.getJsonArray("events")).isEmpty();
    }

    @Test
    void marketingMailIsShownWithItsFooter() {
        var template = project.template(new JsonObject().put("type", "MARKETING"));
        var id = email(project.sendTemplate(template, new JsonObject().put("subscribed", true)), 0);

        assertThat(project.get("/emails/" + id).body().getString("body")).contains("/unsubscribe/");
    }

    @Test
    void attemptsRepliesAndEventsStandBesideTheEmail() {
        var id = email(project.send(new JsonObject()), 0);
        var contact = server.db().value("SELECT contact_id FROM emails WHERE id = ?", id);
        server.db()
                .query(
                        "INSERT INTO email_attempts (project_id, email_id, fence, attempt, outcome, stage, code, enhanced, reply)"
                                + " VALUES (?, ?, 1, 1, 'DEFERRED', 'RCPT', 450, '4.2.1', 'Try later')",
                        project.id(),
                        id);
        server.db()
                .query(
                        "INSERT INTO events (project_id, id, contact_id, name, data, email_id, created_at)"
                                + " VALUES (?, ?, ?, 'email.sent', '{\"a\": 1}', ?, now())",
                        project.id(),
                        Ids.next(),
                        contact,
                        id);

        var email = project.get("/emails/" + id).body();

        assertThat(email.getJsonArray("attempts").getJsonObject(0).getMap())
                .containsEntry("attempt", 1)
                .containsEntry("outcome", "DEFERRED")
                .containsEntry("stage", "RCPT")
                .containsEntry("code", 450)
                .containsEntry("enhancedCode", "4.2.1")
                .containsEntry("reply", "Try later");
        assertThat(email.getJsonArray("events").getJsonObject(0).getString("name"))
                .isEqualTo("email.sent");
        assertThat(email.getJsonArray("events").getJsonObject(0).getJsonObject("data"))
                .isEqualTo(new JsonObject().put("a", 1));
    }

    @Test
    void anEmailThatWaitsSaysWhenItIsTriedNext() {
        var id = email(project.send(new JsonObject()), 0);
        server.db().query("UPDATE outbox SET due_at = '2050-01-01T10:00:00Z' WHERE email_id = ?", id);

        assertThat(nextAttemptAt(id)).isEqualTo("2050-01-01T10:00:00.000Z");
        assertThat(project.get("/emails")
                        .body()
                        .getJsonArray("data")
                        .getJsonObject(0)
                        .getString("nextAttemptAt"))
                .isEqualTo("2050-01-01T10:00:00.000Z");

        assertThat(List.of(
                        "lane = 3",
                        "lane = 0, lease_until = now() + INTERVAL '1 hour'",
                        "lease_until = NULL, refusal = '{}'"))
                .allSatisfy(held -> {
                    server.db().query("UPDATE outbox SET " + held + " WHERE email_id = ?", id);
                    assertThat(nextAttemptAt(id)).as(held).isNull();
                });
    }

    private String nextAttemptAt(UUID id) {
        return project.get("/emails/" + id).body().getString("nextAttemptAt");
    }

    @Test
    void anEmailOfAWorkflowNamesIt() {
        var id = email(project.send(new JsonObject()), 0);
        var contact = server.db().value("SELECT contact_id FROM emails WHERE id = ?", id);
        var workflow = Ids.next();
        var execution = Ids.next();
        server.db().query("""
                INSERT INTO executions (project_id, id, workflow_id, version, contact_id, status, bars_reentry, completed_at)
                VALUES (?, ?, ?, 1, ?, 'COMPLETED', false, now())
                """, project.id(), execution, workflow, contact);
        server.db().query("UPDATE emails SET execution_id = ? WHERE id = ?", execution, id);

        var email = project.get("/emails/" + id).body();

        assertThat(email.getString("workflowExecutionId")).isEqualTo(execution.toString());
        assertThat(email.getString("workflowId")).isEqualTo(workflow.toString());
    }

    @Test
    void anEmailBeingSentSaysSo() {
        var waiting = email(project.send(new JsonObject()), 0);
        var sending = email(project.send(new JsonObject()), 0);
        server.db().query("UPDATE outbox SET attempt_started = true WHERE email_id = ?", sending);

        assertThat(project.get("/emails/" + sending).body().getString("status")).isEqualTo("SENDING");
        assertThat(ids(project.get("/emails?status=SENDING"))).containsExactly(sending);
        assertThat(ids(project.get("/emails?status=PENDING"))).containsExactly(waiting);
    }

    @Test
    void aListIsReadPageByPageNewestFirst() {
        var sent = new ArrayList<UUID>();
        for (var at = 0; at < 5; at++) {
            sent.add(0, email(project.send(new JsonObject()), 0));
        }

        var first = project.get("/emails?limit=2").body();
        var second = project.get("/emails?limit=2&cursor=" + first.getString("cursor"))
                .body();
        var third = project.get("/emails?limit=2&cursor=" + second.getString("cursor"))
                .body();

        assertThat(first.getInteger("total")).isEqualTo(5);
        assertThat(second.getInteger("total")).isZero();
        assertThat(first.getBoolean("hasMore")).isTrue();
        assertThat(third.getBoolean("hasMore")).isFalse();
        assertThat(third.getValue("cursor")).isNull();
        assertThat(List.of(first, second, third))
                .flatExtracting(EmailRoutesTest::ids)
                .containsExactlyElementsOf(sent);
        assertThat(first.getJsonArray("data").getJsonObject(0).getString("subject"))
                .isEqualTo("Subject");
    }

    @Test
    void aListHoldsWhatItsFiltersFind() {
        var ada = project.send(new JsonObject());
        var bob = email(project.send(new JsonObject().put("to", "bob@site.test")), 0);
        server.db().query("UPDATE emails SET status = 'FAILED', error = 'Refused' WHERE id = ?", bob);
        server.project().send(new JsonObject().put("to", "bob@site.test"));
        var contact = ada.getJsonArray("emails")
                .getJsonObject(0)
                .getJsonObject("contact")
                .getString("id");

        assertThat(ids(project.get("/emails?to=Bob@site.test"))).containsExactly(bob);
        assertThat(ids(project.get("/emails?status=FAILED"))).containsExactly(bob);
        assertThat(ids(project.get("/emails?contactId=" + contact))).containsExactly(email(ada, 0));
        assertThat(ids(project.get("/emails?contactId=" + contact + "&status=FAILED")))
                .isEmpty();
        assertThat(ids(project.get("/emails?contactId=x"))).isEmpty();
        assertThat(ids(project.get("/emails?campaignId=" + Ids.next()))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit=0",
                "limit=101",
                "limit=x",
                "limit=1.5",
                "status=sent",
                "to=x",
                "cursor=x",
                "cursor=AAAA",
                "source=CAMPAIGN&sourceType=WORKFLOW"
            })
    void aBadQueryIsRefusedByName(String query) {
        var answer = project.get("/emails?" + query);

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.fields()).containsExactly(query.substring(0, query.indexOf('=')));
    }

    @Test
    void theListIsFilteredByTheProviderOfTheRecipients() {
        project.send(new JsonObject()
                .put(
                        "to",
                        new JsonArray()
                                .add("ada@gmail.com")
                                .add("ida@googlemail.com")
                                .add("eve@outlook.com")
                                .add("bob@site.test")));

        assertThat(recipients("Google")).containsExactlyInAnyOrder("ada@gmail.com", "ida@googlemail.com");
        assertThat(recipients("Microsoft")).containsExactly("eve@outlook.com");
        assertThat(recipients("Others")).contains("bob@site.test").noneMatch(address -> address.contains("gmail"));
        assertThat(recipients("Nobody")).isEmpty();
    }

    private List<String> recipients(String provider) {
        return project.get("/emails?provider=" + provider).body().getJsonArray("data").stream()
                .map(email -> ((JsonObject) email).getString("to"))
                .toList();
    }

    @Test
    void aCursorOfAnotherProjectIsRefused() {
        project.send(
                new JsonObject().put("to", new JsonArray().add("a@site.test").add("b@site.test")));
        var cursor = project.get("/emails?limit=1").body().getString("cursor");

        assertThat(server.project().get("/emails?cursor=" + cursor).status()).isEqualTo(422);
    }

    @Test
    void anUnknownAndAForeignEmailAreNotFoundAlike() {
        var foreign = email(server.project().send(new JsonObject()), 0).toString();

        for (var id : List.of(foreign, Ids.next().toString(), "x")) {
            assertThat(project.get("/emails/" + id).status()).isEqualTo(404);
            var resent = project.post("/emails/" + id + "/resend", new JsonObject());
            assertThat(resent.status()).isEqualTo(404);
            assertThat(resent.code()).isEqualTo("RESOURCE_NOT_FOUND");
        }
    }

    @Test
    void anEndedEmailIsSentAgainAsItWas() {
        var first = email(
                project.send(new JsonObject()
                        .put("subject", "{{plan}}")
                        .put("data", new JsonObject().put("plan", "pro"))
                        .put("attachments", new JsonArray().add(file()))),
                0);
        end(first, "BOUNCED");
        project.send(new JsonObject().put("data", new JsonObject().put("plan", "free")));

        var answer = project.post("/emails/" + first + "/resend", new JsonObject(), "Idempotency-Key", "again");
        var repeated = project.post("/emails/" + first + "/resend", new JsonObject(), "Idempotency-Key", "again");

        assertThat(answer.status()).isEqualTo(201);
        assertThat(repeated.body()).isEqualTo(answer.body());
        var again = project.get("/emails/" + answer.body().getString("id")).body();
        assertThat(again.getString("id")).isNotEqualTo(first.toString());
        assertThat(again.getString("subject")).isEqualTo("pro");
        assertThat(again.getString("status")).isEqualTo("PENDING");
        assertThat(again.getJsonArray("attachments")).hasSize(1);
        assertThat(server.db().count("SELECT count(*) FROM outbox WHERE project_id = ?", project.id()))
                .isEqualTo(2);
    }

    @Test
    void aRepeatedResendIsAnsweredThoughItCouldNotBeMadeAnyMore() {
        var first = email(project.send(new JsonObject()), 0);
        end(first, "SENT");
        var answer = project.post("/emails/" + first + "/resend", new JsonObject(), "Idempotency-Key", "again");
        server.db().query("""
                UPDATE contents SET from_email = 'hi@lost.test' WHERE id = (SELECT content_id FROM emails WHERE id = ?)
                """, first);

        var repeated = project.post("/emails/" + first + "/resend", new JsonObject(), "Idempotency-Key", "again");
        var another = project.post("/emails/" + first + "/resend", new JsonObject(), "Idempotency-Key", "another");

        assertThat(repeated.status()).isEqualTo(201);
        assertThat(repeated.body()).isEqualTo(answer.body());
        assertThat(another.status()).isEqualTo(403);
    }

    @Test
    void whatCannotBeSentAgainAsItWasIsAConflict() {
        var once = new JsonObject().put("value", "1").put("persistent", false);
        var personal = email(project.send(new JsonObject().put("data", new JsonObject().put("code", once))), 0);
        end(personal, "SENT");
        var pending = email(project.send(new JsonObject()), 0);
        var gone = email(project.send(new JsonObject()), 0);
        end(gone, "SENT");
        server.db().query("DELETE FROM contents WHERE id = (SELECT content_id FROM emails WHERE id = ?)", gone);

        for (var id : List.of(personal, pending, gone)) {
            var answer = project.post("/emails/" + id + "/resend", new JsonObject());
            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.code()).isEqualTo("CONFLICT");
        }
        assertThat(project.get("/emails/" + personal).body().getString("subject"))
                .isEqualTo("Subject");
        assertThat(project.get("/emails/" + gone).body().getMap())
                .containsEntry("body", null)
                .containsEntry("subject", null);
    }

    /** Values for one email only are gone when it ends. */
    @Test
    void aValueForOneEmailOnlyIsGoneFromTheLogWhenItEnded() {
        var once = new JsonObject().put("value", "s3cret").put("persistent", false);
        var id = email(
                project.send(new JsonObject()
                        .put("body", "<p>{{code ?? gone}}</p>")
                        .put("data", new JsonObject().put("code", once))),
                0);

        end(id, "SENT");

        assertThat(project.get("/emails/" + id).body().getString("body")).isEqualTo("<p>gone</p>");
    }

    /** As the pipeline ends an email. */
    private static void end(UUID id, String status) {
        server.db().query("DELETE FROM outbox WHERE email_id = ?", id);
        server.db()
                .query(
                        "UPDATE emails SET status = ?, variables = CASE WHEN jsonb_exists(variables, 'once')"
                                + " THEN variables - 'once' || '{\"onceRemoved\": true}' ELSE variables END WHERE id = ?",
                        status,
                        id);
    }

    private static JsonObject file() {
        return new JsonObject()
                .put("filename", "a.txt")
                .put("contentType", "text/plain")
                .put("content", "aGVsbG8=");
    }

    private static List<UUID> ids(Response page) {
        return ids(page.body());
    }

    private static List<UUID> ids(JsonObject page) {
        return page.getJsonArray("data").stream()
                .map(email -> UUID.fromString(((JsonObject) email).getString("id")))
                .toList();
    }
}
