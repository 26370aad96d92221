package io.godwit.contacts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A contact that is deleted in the instant its mail ends: both hold what the other needs. */
@GodwitServer("GODWIT_ROLES=http")
class ContactDeletionRaceTest {

    private static TestServer server;

    @Test
    void aContactWhoseMailBouncesAtTheSameMomentIsDeletedAllTheSame() throws Exception {
        var contact = withQueuedMail();
        server.database().administer("GRANT SET ON PARAMETER deadlock_timeout TO godwit");
        try (var recorder = server.database().connect()) {
            recorder.setAutoCommit(false);
            execute(recorder, "SET LOCAL deadlock_timeout = '30s'");
            execute(recorder, "DELETE FROM outbox");

            var deletion = CompletableFuture.supplyAsync(
                    () -> server.call("DELETE", "/contacts/" + contact, server.secretKey(0), ""));
            await().atMost(Duration.ofSeconds(30)).until(ContactDeletionRaceTest::somebodyWaits);
            execute(recorder, "UPDATE contacts SET subscribed = false WHERE id = '" + contact + "'");
            recorder.commit();

            assertThat(deletion.join().statusCode()).isEqualTo(204);
        }
        assertThat(server.database().count("SELECT count(*) FROM contacts")).isZero();
        assertThat(server.database().count("SELECT count(*) FROM emails")).isZero();
    }

    /** Answers the contact's id. */
    private static String withQueuedMail() {
        var answer = server.post(
                "/v1/send",
                server.secretKey(0),
                new JsonObject()
                        .put("to", "ada@example.com")
                        .put("from", "shop@" + server.domain(0))
                        .put("subject", "Hello")
                        .put("body", "<p>Hello</p>"));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return server.database().value("SELECT id FROM contacts").toString();
    }

    private static boolean somebodyWaits() {
        return server.database().count("""
                SELECT count(*) FROM pg_stat_activity
                 WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'DELETE FROM outbox%'
                """) > 0;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
