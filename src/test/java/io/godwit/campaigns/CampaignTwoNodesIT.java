package io.godwit.campaigns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.JarServer;
import io.godwit.kit.nodes.CampaignNodes;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two nodes at the same campaign, and none when its time comes. */
final class CampaignTwoNodesIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static CampaignNodes nodes;
    private static JarServer one;
    private static JarServer other;

    @BeforeAll
    static void start() {
        nodes = new CampaignNodes();
        one = nodes.start();
        other = nodes.start();
    }

    @AfterAll
    static void stop() {
        one.close();
        other.close();
        nodes.close();
    }

    @Test
    void twoNodesShareACampaignAndNobodyGetsItTwice() {
        var id = nodes.send(one, 2_500);

        nodes.awaitSent(other, id, TIMEOUT);

        nodes.assertBalanced(other, id, 2_500, 0);
    }

    @Test
    void whatWasDueWhileAllNodesWereDownBeginsOnceWhenTheyAreBack() {
        var id = nodes.schedule(one, 300, Duration.ofSeconds(3));
        one.kill9();
        other.kill9();
        await().atMost(TIMEOUT)
                .until(() -> nodes.db().count("SELECT count(*) FROM campaigns WHERE scheduled_at < now()") == 1);
        assertThat(nodes.db().value("SELECT status FROM campaigns")).isEqualTo("SCHEDULED");

        one.restart();
        other.restart();

        nodes.awaitSent(other, id, TIMEOUT);
        nodes.assertBalanced(other, id, 300, 0);
        assertThat(nodes.db().count("SELECT count(*) FROM contents")).isOne();
        assertThat(nodes.db().count("SELECT count(*) FROM campaigns WHERE started_at > scheduled_at"))
                .isOne();
    }
}
