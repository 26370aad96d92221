package io.godwit.contacts.api;

import static io.godwit.kit.api.ContactApi.data;
import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.ContactApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@GodwitServer
class ContactRoutesTest {

    private static TestServer server;

    private final ContactApi contacts = ContactApi.ofNewProject(server);

    @Test
    void aNewContactIsAnsweredWholeAndFoundAgain() {
        var answer = contacts.call(
                "POST",
                "/contacts",
                new JsonObject().put("email", " Ada@Example.com ").put("data", data("plan", "pro")));

        var created = new JsonObject(answer.body());
        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(created.fieldNames())
                .containsExactlyInAnyOrder(
                        "id", "email", "subscribed", "data", "projectId", "createdAt", "updatedAt", "_meta");
        assertThat(created.getString("email")).isEqualTo("ada@example.com");
        assertThat(created.getBoolean("subscribed")).isTrue();
        assertThat(created.getJsonObject("data")).isEqualTo(data("plan", "pro"));
        assertThat(created.getString("projectId")).isEqualTo(contacts.projectId());
        assertThat(created.getString("createdAt")).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        assertThat(created.remove("_meta"))
                .isEqualTo(new JsonObject().put("isNew", true).put("isUpdate", false));
        assertThat(contacts.get("/contacts/" + created.getString("id"))).isEqualTo(created);
        assertThat(contacts.byEmail("ADA@example.com")).isEqualTo(created);
    }

    @Test
    void aKnownAddressIsUpdatedAndKeepsWhatIsNotSent() {
        var first = contacts.ok(
                "POST",
                "/contacts",
                new JsonObject()
                        .put("email", "ada@example.com")
                        .put("subscribed", false)
                        .put("data", data("plan", "pro")));

        var answer = contacts.call(
                "POST",
                "/contacts",
                new JsonObject().put("email", "ada@example.com").put("data", data("age", 36)));

        var second = new JsonObject(answer.body());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(second.getJsonObject("_meta"))
                .isEqualTo(new JsonObject().put("isNew", false).put("isUpdate", true));
        assertThat(second.getString("id")).isEqualTo(first.getString("id"));
        assertThat(second.getBoolean("subscribed")).isFalse();
        assertThat(second.getJsonObject("data")).isEqualTo(data("plan", "pro", "age", 36));
    }

    @Test
    void aContactWithoutDataHasAnEmptyObject() {
        assertThat(contacts.post("ada@example.com").getJsonObject("data")).isEqualTo(new JsonObject());
    }

    @Test
    void ofTwentyAtOnceOneMakesTheContact() throws Exception {
        var threads = Executors.newFixedThreadPool(20);
        var calls = new ArrayList<CompletableFuture<JsonObject>>();

        for (var at = 0; at < 20; at++) {
            var key = "k" + at;
            calls.add(CompletableFuture.supplyAsync(() -> contacts.post("ada@example.com", key, true), threads));
        }
        CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).get();
        threads.shutdown();

        assertThat(calls)
                .filteredOn(call -> call.join().getJsonObject("_meta").getBoolean("isNew"))
                .hasSize(1);
        assertThat(contacts.get("/contacts").getLong("total")).isEqualTo(1);
        assertThat(contacts.dataOf("ada@example.com")).hasSize(20);
    }

    @Test
    void aRepeatedCallWithTheSameKeyGetsTheFirstAnswerAgain() {
        var body = new JsonObject().put("email", "ada@example.com").encode();

        var first = server.call("POST", "/contacts", contacts.key(), body, "Idempotency-Key", "once");
        var second = server.call("POST", "/contacts", contacts.key(), body, "Idempotency-Key", "once");

        assertThat(second.statusCode()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.headers().firstValue("Idempotent-Replay")).contains("true");
    }

    @Test
    void aPatchChangesWhatItNamesAndNothingElse() {
        var created = contacts.post("ada@example.com", "plan", "pro", "age", 36, "city", "London");

        var patched = contacts.ok(
                "PATCH",
                "/contacts/" + created.getString("id"),
                new JsonObject()
                        .put("email", "Countess@example.com")
                        .put(
                                "data",
                                data(
                                        "plan",
                                        null,
                                        "age",
                                        37,
                                        "city",
                                        "",
                                        "once",
                                        data("value", 1, "persistent", false))));

        assertThat(patched.getString("email")).isEqualTo("countess@example.com");
        assertThat(patched.getBoolean("subscribed")).isTrue();
        assertThat(patched.getJsonObject("data")).isEqualTo(data("age", 37, "city", "London"));
        assertThat(patched.fieldNames()).doesNotContain("_meta");
        assertThat(contacts.get("/contacts/" + created.getString("id"))).isEqualTo(patched);
        assertThat(server.get("/contacts/by-email/ada@example.com", contacts.key())
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void aPatchWithDataNullClearsAllOfIt() {
        var created = contacts.post("ada@example.com", "plan", "pro", "deep", data("x", 1));

        var patched = contacts.ok("PATCH", "/contacts/" + created.getString("id"), new JsonObject().putNull("data"));

        assertThat(patched.getJsonObject("data")).isEqualTo(new JsonObject());
    }

    @Test
    void anEmptyPatchChangesNothingAtAll() {
        var created = contacts.post("ada@example.com", "plan", "pro");
        created.remove("_meta");

        var patched = server.call("PATCH", "/contacts/" + created.getString("id"), contacts.key(), "{}");

        assertThat(new JsonObject(patched.body())).isEqualTo(created);
    }

    @Test
    void anAddressOfAnotherContactIsAConflict() {
        contacts.post("ada@example.com");
        var other = contacts.post("grace@example.com", "plan", "pro");

        var answer = contacts.call(
                "PATCH",
                "/contacts/" + other.getString("id"),
                new JsonObject().put("email", "ADA@example.com").put("data", data("plan", "free")));

        assertFailure(answer, 409, "CONFLICT");
        assertThat(contacts.dataOf("grace@example.com")).containsEntry("plan", "pro");
    }

    @Test
    void theOwnAddressAgainIsNoConflict() {
        var ada = contacts.post("ada@example.com");

        var patched = contacts.ok(
                "PATCH",
                "/contacts/" + ada.getString("id"),
                new JsonObject().put("email", "ada@example.com").put("subscribed", false));

        assertThat(patched.getBoolean("subscribed")).isFalse();
    }

    @Test
    void flipsAreEventsAndRepetitionsAreNot() {
        var ada = contacts.post("ada@example.com").getString("id");

        for (var subscribed : List.of(false, false, true)) {
            contacts.ok("PATCH", "/contacts/" + ada, new JsonObject().put("subscribed", subscribed));
        }
        contacts.ok(
                "POST",
                "/contacts",
                new JsonObject().put("email", "ada@example.com").put("subscribed", false));
        contacts.ok(
                "POST",
                "/contacts",
                new JsonObject().put("email", "ada@example.com").put("subscribed", false));

        assertThat(contacts.events(ada))
                .containsExactly("contact.unsubscribed", "contact.subscribed", "contact.unsubscribed");
    }

    @Test
    void aDeletedContactTakesItsMailAndEventsWithIt() {
        var contacts = ContactApi.ofDemo(server, 0);
        contacts.send("ada@example.com");
        contacts.track("ada@example.com");
        contacts.send("grace@example.com");
        var ada = contacts.byEmail("ada@example.com").getString("id");
        server.database().query("""
                        WITH mail AS (SELECT project_id, id FROM emails WHERE contact_id = ?::uuid),
                             queued AS (INSERT INTO outbox (project_id, email_id, lane, due_at)
                                        SELECT project_id, id, 0, now() + interval '1 day' FROM mail
                                        ON CONFLICT DO NOTHING)
                        INSERT INTO email_attempts (project_id, email_id, fence, attempt, outcome, stage)
                        SELECT project_id, id, 99, 1, 'DEFERRED', 'RCPT' FROM mail
                        """, ada);

        var answer = server.call("DELETE", "/contacts/" + ada, contacts.key(), "");

        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(answer.body()).isEmpty();
        assertThat(server.get("/contacts/" + ada, contacts.key()).statusCode()).isEqualTo(404);
        assertThat(server.call("DELETE", "/contacts/" + ada, contacts.key(), "").statusCode())
                .isEqualTo(404);
        for (var table : List.of("emails", "events")) {
            assertThat(count(table, "contact_id = '" + ada + "'")).as(table).isZero();
        }
        for (var table : List.of("outbox", "email_attempts")) {
            assertThat(count(table, "email_id NOT IN (SELECT id FROM emails)"))
                    .as(table)
                    .isZero();
        }
        assertThat(contacts.get("/emails").getLong("total")).isEqualTo(1);
        assertThat(contacts.emails("")).containsExactly("grace@example.com");
    }

    private static long count(String table, String condition) {
        return server.database().count("SELECT count(*) FROM " + table + " WHERE " + condition);
    }

    @Test
    void aLookUpAnswersInTheCallersSpelling() {
        contacts.post("ada@example.com");
        contacts.post("grace@example.com");

        var answer = contacts.ok(
                "POST",
                "/contacts/lookup",
                new JsonObject()
                        .put(
                                "emails",
                                new JsonArray(List.of(
                                        "no@example.com",
                                        " GRACE@Example.com",
                                        "ada@example.com",
                                        "x",
                                        "ADA@example.com"))));

        assertThat(answer)
                .isEqualTo(new JsonObject()
                        .put(
                                "found",
                                new JsonArray(List.of(" GRACE@Example.com", "ada@example.com", "ADA@example.com")))
                        .put("notFound", new JsonArray(List.of("no@example.com", "x"))));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 501})
    void aLookUpTakesOneToFiveHundred(int count) {
        var emails = new JsonArray();
        for (var at = 0; at < count; at++) {
            emails.add("a" + at + "@example.com");
        }

        assertFailure(
                contacts.call("POST", "/contacts/lookup", new JsonObject().put("emails", emails)),
                422,
                "VALIDATION_ERROR");
        assertFailure(contacts.call("POST", "/contacts/lookup", new JsonObject()), 422, "VALIDATION_ERROR");
    }

    @Test
    void fiveHundredCanBeLookedUp() {
        contacts.post("a499@example.com");
        var emails = new JsonArray();
        for (var at = 0; at < 500; at++) {
            emails.add("a" + at + "@example.com");
        }

        var answer = contacts.ok("POST", "/contacts/lookup", new JsonObject().put("emails", emails));

        assertThat(answer.getJsonArray("found")).containsExactly("a499@example.com");
        assertThat(answer.getJsonArray("notFound")).hasSize(499);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|email",
                "{'email':'nobody'}|email",
                "{'email':'ada@example.com','subscribed':'yes'}|subscribed",
                "{'email':'ada@example.com','data':[1]}|data",
                "{'email':'ada@example.com','data':{'locale':7}}|data.locale",
            })
    void aMistakeIsToldByItsField(String body, String field) {
        var answer = server.call("POST", "/contacts", contacts.key(), body.replace('\'', '"'));

        assertFailure(answer, 422, "VALIDATION_ERROR");
        assertThat(answer.body()).contains("\"field\":\"" + field + "\"");
        assertThat(contacts.get("/contacts").getLong("total")).isZero();
    }

    @Test
    void aContactMayNotGrowBeyondItsLimitByAPatch() {
        var ada = contacts.post("ada@example.com", "first", "x".repeat(40_000)).getString("id");
        var more = new JsonObject().put("data", data("second", "x".repeat(40_000)));

        var patched = contacts.call("PATCH", "/contacts/" + ada, more);
        var posted = contacts.call("POST", "/contacts", more.copy().put("email", "ada@example.com"));

        assertFailure(patched, 422, "VALIDATION_ERROR");
        assertFailure(posted, 422, "VALIDATION_ERROR");
        assertThat(contacts.dataOf("ada@example.com")).containsOnlyKeys("first");
        assertThat(contacts.get("/contacts/fields/second/usage").getLong("contactCount"))
                .isZero();
    }

    @Test
    void whatIsNotThereIsNotFound() {
        for (var path : List.of(
                "/contacts/" + UUID.randomUUID(),
                "/contacts/x",
                "/contacts/by-email/x",
                "/contacts/by-email/no@example.com")) {
            assertFailure(server.get(path, contacts.key()), 404, "CONTACT_NOT_FOUND");
        }
    }

    /** Names and data are anybody's to write; an answer is never a page. */
    @Test
    void htmlInDataIsAnsweredAsJson() {
        var ada = contacts.post("ada@example.com", "<script>", "<img src=x onerror=alert(1)>")
                .getString("id");

        var answer = server.get("/contacts/" + ada, contacts.key());

        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    }

    @Test
    void numbersKeepTheirDigits() {
        var body = "{\"email\":\"ada@example.com\",\"data\":{\"n\":12345678901234567890.123456789,\"m\":1.50}}";

        var answer = server.call("POST", "/contacts", contacts.key(), body);

        assertThat(answer.body()).contains("12345678901234567890.123456789", "1.50");
    }
}
