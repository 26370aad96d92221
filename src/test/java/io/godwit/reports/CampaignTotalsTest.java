package io.godwit.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** The numbers of {@code GET /analytics/campaign-stats}. */
@GodwitServer
class CampaignTotalsTest {

    private static TestServer server;

    @Test
    void theCampaignsOfAPeriodHaveTheirOpensAndClicksByMachines() {
        var campaign = campaign();
        server.database()
                .query(
                        "UPDATE campaigns SET status = 'SENT', started_at = now(), ended_at = now() - INTERVAL '1 hour' WHERE id = ?::uuid",
                        campaign);
        server.database()
                .query(
                        "INSERT INTO campaign_counts (project_id, campaign_id, sent, delivered, opened, clicked, bounced, complained,"
                                + " machine_opens, machine_clicks) VALUES (?::uuid, ?::uuid, 10, 10, 4, 2, 0, 0, 7, 3)",
                        server.projectId(0),
                        campaign);

        var stats = new JsonObject(
                server.get("/analytics/campaign-stats", server.secretKey(0)).body());

        assertThat(stats.getMap())
                .containsEntry("averageOpenRate", 40.0)
                .containsEntry("machineOpens", 7)
                .containsEntry("machineClicks", 3);
    }

    private static String campaign() {
        var campaign = new JsonObject()
                .put("name", "July")
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>")
                .put("from", "hello@" + server.domain(0))
                .put("audienceType", "ALL");
        return new JsonObject(
                        server.post("/campaigns", server.secretKey(0), campaign).body())
                .getJsonObject("data")
                .getString("id");
    }
}
