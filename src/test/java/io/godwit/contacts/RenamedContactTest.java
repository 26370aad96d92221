package io.godwit.contacts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.ContactApi;
import io.godwit.kit.api.JobApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Opt-outs of addresses that contacts give up, and of those they get, when their address is changed. */
@GodwitServer
class RenamedContactTest {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String PROOF = "Wrote to us on paper, ticket 4712";

    private static TestServer server;
    private static ContactApi calls;

    @BeforeAll
    static void start() {
        calls = ContactApi.ofDemo(server, 0);
    }

    @AfterEach
    void empty() {
        for (var table : List.of("contacts", "events", "fields", "jobs", "opt_outs", "audit")) {
            server.database().query("DELETE FROM " + table);
        }
    }

    @Test
    void anAddressGivenUpForAnotherOneKeepsItsNo() {
        var id = calls.optedOut("ada@example.com");
        rename(id, "lovelace@example.com");

        new JobApi(server.baseUrl(), server.secretKey(0)).imported("email,subscribed\nada@example.com,true\n");

        assertThat(calls.isSubscribed("ada@example.com")).isFalse();
    }

    @Test
    void anAddressGivenUpWhileItsContactUnsubscribesKeepsItsNo() throws Exception {
        var id = calls.post("ada@example.com").getString("id");
        try (var leaving = server.database().connect();
                var statement = leaving.createStatement()) {
            leaving.setAutoCommit(false);
            statement.execute("UPDATE contacts SET subscribed = false, opt_out = 'PERSON' WHERE id = '" + id + "'");

            var renamed = CompletableFuture.runAsync(() -> rename(id, "lovelace@example.com"));
            await().atMost(Duration.ofSeconds(4)).until(RenamedContactTest::isAnyoneWaiting);
            leaving.commit();
            renamed.join();
        }

        new JobApi(server.baseUrl(), server.secretKey(0)).imported("email,subscribed\nada@example.com,true\n");

        assertThat(calls.isSubscribed("ada@example.com")).isFalse();
        assertThat(calls.isSubscribed("lovelace@example.com")).isFalse();
    }

    private static boolean isAnyoneWaiting() {
        return server.database()
                        .count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                                + " AND wait_event_type = 'Lock' AND query LIKE '%contacts%'")
                > 0;
    }

    @Test
    void theNoOfAFormerAddressIsKeptWhenAnEmailToItIsUnsubscribedFrom() {
        var link = unsubscribeLinkOf("ada@example.com");
        rename(calls.byEmail("ada@example.com").getString("id"), "lovelace@example.com");

        var answer = server.call("POST", link, "", "List-Unsubscribe=One-Click", "Content-Type", FORM);
        new JobApi(server.baseUrl(), server.secretKey(0)).imported("email,subscribed\nada@example.com,true\n");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(calls.isSubscribed("lovelace@example.com")).isFalse();
        assertThat(calls.isSubscribed("ada@example.com")).isFalse();
    }

    /** The mailbox of the former address may be read by somebody else. */
    @Test
    void aLinkOfAnEmailToAFormerAddressShowsThatAddress() {
        var link = unsubscribeLinkOf("grace@example.com");
        rename(calls.byEmail("grace@example.com").getString("id"), "hopper@example.com");

        var page = server.get(link, "").body();

        assertThat(page).contains("grace@example.com").doesNotContain("hopper@example.com");
    }

    /** The path of the link in an email to a subscribed contact. */
    private static String unsubscribeLinkOf(String email) {
        var subject = "Link of " + email;
        calls.ok(
                "POST",
                "/v1/send",
                calls.mail(email)
                        .put("subject", subject)
                        .put("subscribed", true)
                        .put("body", "{{{unsubscribeUrl}}}"));
        var caught = await().atMost(Duration.ofSeconds(60)).until(() -> caught(subject), Optional::isPresent);
        return caught.orElseThrow().replaceAll("(?s).*?http://localhost:\\d+(/unsubscribe/[\\w-]{88}).*", "$1");
    }

    private static Optional<String> caught(String subject) {
        return new JsonArray(server.get("/dev/mailbox/messages", "").body())
                .stream()
                        .map(JsonObject.class::cast)
                        .filter(mail -> subject.equals(mail.getString("subject")))
                        .map(JsonObject::encode)
                        .findFirst();
    }

    @Test
    void aContactThatGetsTheAddressOfAnErasedOptOutIsUnsubscribedAsByAPost() {
        calls.erased("ada@example.com");
        var id = calls.post("bob@example.com", "plan", "pro").getString("id");
        var before = countOfSubscribed();

        var renamed = rename(id, "ada@example.com");

        assertThat(renamed.getBoolean("subscribed")).isFalse();
        assertThat(renamed.getString("email")).isEqualTo("ada@example.com");
        assertThat(calls.isSubscribed("ada@example.com")).isFalse();
        assertThat(calls.dataOf("ada@example.com")).isEqualTo(Map.of("plan", "pro"));
        assertThat(optOut(id)).isEqualTo("ERASED");
        assertThat(calls.events(id)).containsExactly("contact.unsubscribed");
        assertThat(countOfSubscribed()).isEqualTo(before - 1);
    }

    @Test
    void aYesWithoutAProofDoesNotOverrideTheErasedOptOutOfANewAddress() {
        calls.erased("ada@example.com");
        var id = calls.post("bob@example.com").getString("id");

        var renamed = calls.ok(
                "PATCH",
                "/contacts/" + id,
                new JsonObject().put("email", "ada@example.com").put("subscribed", true));

        assertThat(renamed.getBoolean("subscribed")).isFalse();
        assertThat(optOut(id)).isEqualTo("ERASED");
        assertThat(audited()).isEmpty();
    }

    @Test
    void aContactThatHadOptedOutItselfHasTheErasedOptOutOfItsNewAddress() {
        calls.erased("ada@example.com");
        var id = calls.optedOut("bob@example.com");

        rename(id, "ada@example.com");

        assertThat(calls.isSubscribed("ada@example.com")).isFalse();
        assertThat(optOut(id)).isEqualTo("ERASED");
        assertThat(calls.events(id)).isEmpty();
    }

    @Test
    void aProofBringsBackTheErasedOptOutOfANewAddressAndIsWrittenDown() {
        calls.erased("ada@example.com");
        var id = calls.post("bob@example.com").getString("id");

        var renamed = calls.ok(
                "PATCH",
                "/contacts/" + id,
                new JsonObject()
                        .put("email", "ada@example.com")
                        .put("resubscribe", true)
                        .put("proof", PROOF));

        assertThat(renamed.getBoolean("subscribed")).isTrue();
        assertThat(audited()).containsExactly(PROOF);
    }

    @Test
    void aChangeThatRepeatsTheAddressOfAContactBroughtBackLeavesItSubscribed() {
        calls.erased("ada@example.com");
        var id = calls.ok(
                        "POST",
                        "/contacts",
                        new JsonObject()
                                .put("email", "ada@example.com")
                                .put("resubscribe", true)
                                .put("proof", PROOF))
                .getString("id");

        rename(id, "ada@example.com");

        assertThat(calls.isSubscribed("ada@example.com")).isTrue();
    }

    private static JsonObject rename(String id, String email) {
        return calls.ok("PATCH", "/contacts/" + id, new JsonObject().put("email", email));
    }

    private static Object optOut(String id) {
        return server.database().value("SELECT opt_out FROM contacts WHERE id = ?::uuid", id);
    }

    private static long countOfSubscribed() {
        return calls.get("/contacts?subscribed=true").getLong("total");
    }

    private static List<String> audited() {
        return server
                .database()
                .query("SELECT details ->> 'proof' AS proof FROM audit WHERE action = 'contacts.resubscribed'")
                .stream()
                .map(row -> String.valueOf(row.get("proof")))
                .toList();
    }
}
