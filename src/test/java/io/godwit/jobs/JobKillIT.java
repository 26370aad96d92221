package io.godwit.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.JarServer;
import io.godwit.kit.SystemTool;
import io.godwit.kit.api.JobApi;
import io.godwit.kit.nodes.JobNodes;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jars that die, stand still or are stopped in the middle of an import. */
final class JobKillIT {

    private static final int ROWS = 12_000;

    private static JobNodes nodes;
    private static JarServer node;
    private static JobApi client;

    @BeforeAll
    static void start() {
        nodes = new JobNodes();
        node = nodes.start();
        client = JobNodes.client(node, node.demo().getString("secretKey"));
    }

    @BeforeEach
    void forget() {
        nodes.forget();
        nodes.db().query("DELETE FROM contacts");
        nodes.db().query("DELETE FROM events");
    }

    @AfterAll
    static void stop() {
        node.close();
        nodes.close();
    }

    @Test
    void anImportThatDiesWithinAChunkAndBetweenTwoGoesOnWhereItWas() {
        existing("kept", 3_000);
        var id = client.queueImport(JobNodes.rows("kept", 3_000)
                + JobNodes.rows("new", ROWS).lines().skip(1).reduce("", (a, b) -> a + b + "\n"));
        dieAt("job-within-chunk", id);
        dieAt("job-after-chunk", id);

        var job = client.ended(id);

        assertThat(job.getString("state")).as(job.encode()).isEqualTo("completed");
        assertThat(job.getInteger("totalRows")).isEqualTo(3_000 + ROWS);
        assertThat(job.getInteger("createdCount")).isEqualTo(ROWS);
        assertThat(job.getInteger("updatedCount")).isEqualTo(3_000);
        assertThat(job.getInteger("failureCount")).isZero();
        assertThat(nodes.db().count("SELECT count(*) FROM contacts")).isEqualTo(3_000 + ROWS);
        assertThat(nodes.db().count("SELECT count(*) FROM contacts WHERE subscribed"))
                .isZero();
        assertThat(nodes.db().count("SELECT count(*) FROM events WHERE name = 'contact.unsubscribed'"))
                .isEqualTo(3_000);
    }

    @Test
    void aNodeThatStoodStillWritesNothingWhenItWakesUp() {
        var id = client.queueImport(JobNodes.rows("still", ROWS));
        await().pollInterval(Duration.ofMillis(5))
                .atMost(JobApi.TIMEOUT)
                .until(() -> client.importJob(id).getInteger("progress") >= 5);
        signal("-STOP");
        try (var other = nodes.start()) {
            var before = nodes.db().count("SELECT count(*) FROM contacts");
            var job = JobNodes.client(other, client.key()).ended(id);
            signal("-CONT");
            await().atMost(JobApi.TIMEOUT).until(() -> node.api().isReady());

            assertThat(before).isLessThan(ROWS);
            assertThat(job.getString("state")).as(job.encode()).isEqualTo("completed");
            assertThat(job.getInteger("createdCount")).isEqualTo(ROWS);
            assertThat(client.importJob(id)).isEqualTo(job);
            assertThat(nodes.db().count("SELECT count(*) FROM contacts")).isEqualTo(ROWS);
        } finally {
            signal("-CONT");
        }
    }

    @Test
    void aBulkDeletionThatDiesDeletesTheRestAndCountsEachOnce() {
        existing("gone", 4_000);

        var job = bulkThatDies("delete", new JsonObject());

        assertThat(job.getInteger("successCount")).isEqualTo(4_000);
        assertThat(job.getInteger("failureCount")).isZero();
        assertThat(nodes.db().count("SELECT count(*) FROM contacts")).isZero();
    }

    /** The second run no longer finds those whom the first has changed. */
    @Test
    void aBulkOperationByConditionThatDiesReachesEachContactOnce() {
        existing("left", 4_000);
        var subscribed = new JsonObject()
                .put("field", "subscribed")
                .put("operator", "equals")
                .put("value", true);
        var condition = new JsonObject().put("operator", "AND").put("conditions", new JsonArray().add(subscribed));

        var job = bulkThatDies("unsubscribe", new JsonObject().put("condition", condition));

        assertThat(job.getInteger("successCount")).isEqualTo(4_000);
        assertThat(job.getInteger("unchangedCount")).isZero();
        assertThat(nodes.db().count("SELECT count(*) FROM contacts WHERE NOT subscribed"))
                .isEqualTo(4_000);
        assertThat(nodes.db().count("SELECT count(*) FROM events WHERE name = 'contact.unsubscribed'"))
                .isEqualTo(4_000);
    }

    private static JsonObject bulkThatDies(String operation, JsonObject filter) {
        var id = client.queueBulk(
                operation, new JsonObject().put("mode", "query").put("filter", filter));
        nodes.stopAt("job-within-chunk");
        node.kill9();
        nodes.forget();
        node.restart();
        return await().atMost(JobApi.TIMEOUT).until(() -> client.bulkJob(id), JobApi::hasEnded);
    }

    @Test
    void aStoppedNodeGivesItsImportBackAndTheNextGoesOnAtOnce() {
        var id = client.queueImport(JobNodes.rows("stopped", ROWS));
        await().pollInterval(Duration.ofMillis(5))
                .atMost(JobApi.TIMEOUT)
                .until(() -> client.importJob(id).getInteger("progress") >= 5);

        var status = node.stop();
        var left = nodes.db().query("SELECT state, lease_until IS NULL AS free FROM jobs WHERE id = ?::uuid", id);
        node.restart();
        var job = client.ended(id);

        assertThat(status).isZero();
        assertThat(left).containsExactly(Map.of("state", "waiting", "free", true));
        assertThat(nodes.db().count("SELECT max(lost_leases) FROM jobs WHERE id = ?::uuid", id))
                .isZero();
        assertThat(job.getInteger("createdCount")).isEqualTo(ROWS);
    }

    private static void dieAt(String point, String id) {
        var before = client.importJob(id).getInteger("progress");
        await().pollInterval(Duration.ofMillis(5))
                .atMost(JobApi.TIMEOUT)
                .until(() -> client.importJob(id).getInteger("progress") > before);
        nodes.stopAt(point);
        node.kill9();
        nodes.forget();
        node.restart();
        assertThat(client.importJob(id).getString("state")).isNotEqualTo("completed");
    }

    /** Subscribed contacts. */
    private static void existing(String name, int count) {
        client.imported(JobNodes.rows(name, count).replace("subscribed", "other"));
        nodes.db().query("DELETE FROM events");
    }

    private static void signal(String signal) {
        SystemTool.run("kill", signal, Long.toString(node.pid()));
    }
}
