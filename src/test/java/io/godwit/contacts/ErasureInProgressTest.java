package io.godwit.contacts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.ContactApi;
import io.godwit.kit.api.JobApi;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A write that waits for the erasure of its address begins before the opt-out is committed, so that its first look at the kept
 * hashes cannot find it.
 */
@GodwitServer
class ErasureInProgressTest {

    private static final String ADA = "ada@example.com";

    private static TestServer server;
    private static JobApi jobs;
    private static ContactApi calls;

    @BeforeAll
    static void start() {
        calls = ContactApi.ofDemo(server, 0);
        jobs = new JobApi(server.baseUrl(), server.secretKey(0));
    }

    @AfterEach
    void empty() {
        for (var table : List.of("contacts", "events", "jobs", "opt_outs", "suppressions", "audit")) {
            server.database().query("DELETE FROM " + table);
        }
    }

    @Test
    void aChangeOfAnAddressFindsTheOptOut() throws Exception {
        var hash = keptHash(ADA);
        var bob = calls.post("bob@example.com").getString("id");
        var change = new JsonObject().put("email", ADA);

        duringErasure(hash, "UPDATE contacts SET email", () -> calls.ok("PATCH", "/contacts/" + bob, change));

        assertThat(calls.isSubscribed(ADA)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/contacts", "/v1/track", "/v1/send"})
    void aContactThatIsCreatedFindsTheOptOut(String path) throws Exception {
        var hash = keptHash(ADA);
        var body = calls.mail(ADA).put("subscribed", true).put("email", ADA).put("event", "used");
        var members =
                switch (path) {
                    case "/contacts" -> List.of("email", "subscribed");
                    case "/v1/track" -> List.of("email", "subscribed", "event");
                    default -> List.of("to", "from", "subject", "body", "subscribed");
                };
        body.fieldNames().retainAll(members);
        var before = countOfSubscribed();

        duringErasure(hash, "INSERT INTO contacts", () -> calls.ok("POST", path, body));

        assertThat(calls.isSubscribed(ADA)).isFalse();
        assertThat(countOfSubscribed()).isEqualTo(before);
    }

    @Test
    void anImportFindsTheOptOut() throws Exception {
        var hash = keptHash(ADA);

        duringErasure(hash, "INSERT INTO contacts", () -> jobs.imported("email,subscribed\nada@example.com,true\n"));

        assertThat(calls.isSubscribed(ADA)).isFalse();
    }

    @Test
    void aProofOverridesTheOptOut() throws Exception {
        var hash = keptHash(ADA);
        var body = new JsonObject().put("email", ADA).put("resubscribe", true).put("proof", "Ticket 4713");

        duringErasure(hash, "INSERT INTO contacts", () -> calls.ok("POST", "/contacts", body));

        assertThat(calls.isSubscribed(ADA)).isTrue();
    }

    private static long countOfSubscribed() {
        return calls.get("/contacts?subscribed=true").getLong("total");
    }

    /** Erases an address and takes away the hash it leaves, as a row of {@code VALUES}. */
    private static String keptHash(String email) {
        calls.erased(email);
        var row = server.database()
                .query("DELETE FROM opt_outs RETURNING format('(%L, %L)', project_id, hash) AS kept")
                .get(0);
        return String.valueOf(row.get("kept"));
    }

    /** Makes the call between the erasure of an opted-out contact and its commit, once the call's statement waits. */
    private static void duringErasure(String hash, String waitingStatement, Runnable call) throws SQLException {
        var ada = calls.optedOut(ADA);
        try (var erasure = server.database().connect();
                var statement = erasure.createStatement()) {
            erasure.setAutoCommit(false);
            statement.execute("DELETE FROM contacts WHERE id = '" + ada + "'");
            statement.execute("INSERT INTO opt_outs (project_id, hash) VALUES " + hash);

            var answered = CompletableFuture.runAsync(call);
            await().atMost(Duration.ofSeconds(4)).until(() -> isWaiting(waitingStatement));
            erasure.commit();

            answered.join();
        }
    }

    private static boolean isWaiting(String statement) {
        return server.database()
                        .count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                                + " AND wait_event_type = 'Lock' AND query LIKE '%" + statement + "%'")
                == 1;
    }
}
