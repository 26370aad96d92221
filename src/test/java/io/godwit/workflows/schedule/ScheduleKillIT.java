package io.godwit.workflows.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.nodes.CampaignNodes;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A node that dies while a schedule takes contacts in. */
final class ScheduleKillIT {

    private static final int CONTACTS = 9_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @Test
    void aFiringOutlivesItsNodeWithinAPageAndBehindOne() {
        try (var nodes = new CampaignNodes();
                var node = nodes.start()) {
            var project = node.demo().getString("projectId");
            var flow = UUID.randomUUID();
            nodes.db().query("""
                INSERT INTO contacts (project_id, id, email, subscribed)
                SELECT ?::uuid, uuid_v7(), n || '@example.com', true FROM generate_series(1, ?) AS n
                """, project, CONTACTS);
            nodes.db().query("""
                INSERT INTO workflows (project_id, id, name, enabled, trigger_type, trigger_config, live_version, updated_at)
                VALUES (?::uuid, ?, 'W', true, 'SCHEDULE', '{"schedule": "0 0 1 1 *"}', 1, now() - interval '400 days')
                """, project, flow);
            nodes.db().query("""
                INSERT INTO workflow_versions (project_id, workflow_id, version, graph)
                VALUES (?::uuid, ?, 1, json_build_object('transitions', '[]'::json, 'steps', json_build_array(
                    json_build_object('id', gen_random_uuid(), 'type', 'TRIGGER', 'name', 'T', 'config', '{}'::json))))
                """, project, flow);

            nodes.dieAt(node, "schedule-within-page");
            forgetTheDead(nodes);
            nodes.dieAt(node, "schedule-after-page");
            forgetTheDead(nodes);

            await().atMost(TIMEOUT)
                    .until(() -> nodes.db()
                                    .count(
                                            "SELECT count(*) FROM executions WHERE workflow_id = ? AND status ="
                                                    + " 'COMPLETED'",
                                            flow)
                            == CONTACTS);
            assertThat(
                            nodes.db()
                                    .query(
                                            "SELECT audience_passed, enrolled, ended_at IS NOT NULL AS ended FROM workflow_runs"))
                    .hasToString("[{audience_passed=" + CONTACTS + ", enrolled=" + CONTACTS + ", ended=true}]");
            assertThat(nodes.db()
                            .count("SELECT count(DISTINCT contact_id) FROM executions WHERE workflow_id = ?", flow))
                    .isEqualTo(CONTACTS)
                    .isEqualTo(nodes.db().count("SELECT count(*) FROM executions WHERE workflow_id = ?", flow));
        }
    }

    /** Its lease would end in half a minute. */
    private static void forgetTheDead(CampaignNodes nodes) {
        nodes.db().query("UPDATE workflow_runs SET lease_until = now() WHERE lease_until IS NOT NULL");
    }
}
