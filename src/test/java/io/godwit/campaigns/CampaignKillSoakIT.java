package io.godwit.campaigns;

import io.godwit.kit.nodes.CampaignNodes;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A campaign of 50,000 whose node is killed ten times, while it passes over the audience and while it sends. */
@Tag("soak")
final class CampaignKillSoakIT {

    private static final int CONTACTS = 50_000;

    @Test
    void fiftyThousandGetACampaignOnceThroughTenDeaths() {
        try (var nodes = new CampaignNodes();
                var node = nodes.start()) {
            var id = nodes.send(node, CONTACTS);

            nodes.dieAt(node, "campaign-within-page");
            nodes.dieAt(node, "campaign-after-page");
            for (var mails : new int[] {3_000, 8_000, 13_000, 18_000, 24_000, 30_000, 36_000, 42_000}) {
                nodes.dieAfter(node, mails);
            }

            nodes.awaitSent(node, id, Duration.ofMinutes(10));
            nodes.assertBalanced(node, id, CONTACTS, 10);
        }
    }
}
