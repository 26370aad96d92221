package io.godwit.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.api.JobApi;
import io.godwit.kit.nodes.JobNodes;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A file of 100,000 rows and a node killed ten times at any moment. */
@Tag("soak")
final class JobKillSoakIT {

    private static final int ROWS = 100_000;
    private static final int DEATHS = 10;

    @Test
    void aHundredThousandRowsOutliveTenDeaths() {
        try (var nodes = new JobNodes();
                var node = nodes.start()) {
            var client = JobNodes.client(node, node.demo().getString("secretKey"));
            var id = client.queueImport(JobNodes.rows("soak", ROWS));
            for (var death = 1; death <= DEATHS; death++) {
                var enough = death * 100 / (DEATHS + 2);
                await().pollInterval(Duration.ofMillis(3))
                        .atMost(JobApi.TIMEOUT)
                        .until(() -> client.importJob(id).getInteger("progress") >= enough);
                node.kill9();
                node.restart();
            }

            var job = await().atMost(Duration.ofMinutes(3)).until(() -> client.importJob(id), JobApi::hasEnded);

            assertThat(job.getString("state")).as(job.encode()).isEqualTo("completed");
            assertThat(job.getInteger("createdCount") + job.getInteger("updatedCount"))
                    .isEqualTo(ROWS);
            assertThat(job.getInteger("createdCount")).isEqualTo(ROWS);
            assertThat(nodes.db().count("SELECT count(*) FROM contacts")).isEqualTo(ROWS);
        }
    }
}
