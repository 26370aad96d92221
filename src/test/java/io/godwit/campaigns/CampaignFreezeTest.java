package io.godwit.campaigns;

import static io.godwit.kit.CampaignServer.TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.CampaignServer;
import io.vertx.core.json.JsonObject;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Campaigns that change while their audience is looked for. */
class CampaignFreezeTest {

    private static CampaignServer server;

    @BeforeAll
    static void start() {
        server = CampaignServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static JsonObject named(String text) {
        return new JsonObject("""
                {"operator": "AND", "conditions": [{"field": "email", "operator": "contains", "value": "%s"}]}
                """.formatted(text));
    }

    /** Holds the statement that writes the audience down: it waits for a row of the same member. */
    private static Connection held(String campaign, String member) throws SQLException {
        var session = server.node().database().connect();
        session.setAutoCommit(false);
        try (var statement = session.createStatement()) {
            statement.execute("""
                    INSERT INTO campaign_audience (project_id, campaign_id, contact_id)
                    SELECT project_id, '%s', id FROM contacts WHERE email = '%s'
                    """.formatted(campaign, member));
        }
        return session;
    }

    private static void awaitHeld(int statements) {
        await().atMost(TIMEOUT).until(() -> server.count("""
                                SELECT count(*) FROM pg_stat_activity
                                 WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO campaign_audience%'
                                """) == statements);
    }

    @Test
    void whoWasFoundBeforeAPauseAndIsNoMemberAfterItGetsNothing() throws SQLException {
        server.contacts("wrong", 2);
        server.contacts("right", 2);
        var segment = new JsonObject(server.call(
                                "POST",
                                "/segments",
                                new JsonObject().put("name", "Readers").put("filters", named("wrong")))
                        .body())
                .getString("id");
        var id = server.create(server.words().put("audienceType", "SEGMENT").put("segmentId", segment));

        try (var before = held(id, "wrong1@example.com");
                var after = held(id, "right1@example.com")) {
            server.moved(id, "send");
            awaitHeld(1);
            server.moved(id, "pause");
            var changed = server.call("PATCH", "/segments/" + segment, new JsonObject().put("filters", named("right")));
            assertThat(changed.statusCode()).isEqualTo(200);
            server.moved(id, "resume");
            awaitHeld(2);
            before.rollback();
            awaitHeld(1);
            after.rollback();
        }

        server.awaitStatus(id, "SENT");
        assertThat(server.received()).containsExactlyInAnyOrder("right1@example.com", "right2@example.com");
        assertThat(server.stats(id).getLong("audience")).isEqualTo(2);
    }
}
