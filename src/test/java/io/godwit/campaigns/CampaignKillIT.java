package io.godwit.campaigns;

import io.godwit.kit.nodes.CampaignNodes;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A node that dies in the middle of a campaign. */
final class CampaignKillIT {

    private static final int CONTACTS = 5_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(90);

    @Test
    void aCampaignOutlivesItsNodeWithinAPageAndBetweenMails() {
        try (var nodes = new CampaignNodes();
                var node = nodes.start()) {
            var id = nodes.send(node, CONTACTS);

            nodes.dieAt(node, "campaign-within-page");
            nodes.dieAfter(node, 1_000);

            nodes.awaitSent(node, id, TIMEOUT);
            nodes.assertBalanced(node, id, CONTACTS, 2);
        }
    }
}
