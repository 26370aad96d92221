package io.godwit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A node that dies in the middle of a campaign, and two that share one (CF-1, CF-3 and CF-7 of the reliability reference). */
final class CampaignKillIT {

    private static final int CONTACTS = 5_000;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @Test
    void aCampaignOutlivesItsNodeWithinAPageAndBetweenMails() {
        try (var nodes = new CampaignNodes();
                var node = nodes.start()) {
            var id = nodes.send(node, CONTACTS);

            nodes.dieAt(node, "campaign-within-page");
            nodes.dieAfter(node, 1_000);

            nodes.awaitSent(node, id, PATIENCE);
            nodes.assertBalanced(node, id, CONTACTS, 2);
        }
    }

    @Test
    void twoNodesShareACampaignAndNobodyGetsItTwice() {
        try (var nodes = new CampaignNodes();
                var one = nodes.start();
                var other = nodes.start()) {
            var id = nodes.send(one, CONTACTS / 2);

            nodes.awaitSent(other, id, PATIENCE);

            nodes.assertBalanced(other, id, CONTACTS / 2, 0);
        }
    }

    @Test
    void whatWasDueWhileAllNodesWereDownBeginsOnceWhenTheyAreBack() {
        try (var nodes = new CampaignNodes();
                var one = nodes.start();
                var other = nodes.start()) {
            var id = nodes.schedule(one, 300, Instant.now().plusSeconds(3));
            one.kill9();
            other.kill9();
            await().atMost(PATIENCE)
                    .until(() -> nodes.db().count("SELECT count(*) FROM campaigns WHERE scheduled_at < now()") == 1);
            assertThat(nodes.db().value("SELECT status FROM campaigns")).isEqualTo("SCHEDULED");

            one.restart();
            other.restart();

            nodes.awaitSent(other, id, PATIENCE);
            nodes.assertBalanced(other, id, 300, 0);
            assertThat(nodes.db().count("SELECT count(*) FROM contents")).isOne();
            assertThat(nodes.db().count("SELECT count(*) FROM campaigns WHERE started_at > scheduled_at"))
                    .isOne();
        }
    }
}
