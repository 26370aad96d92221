package io.godwit;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** CF-1 as it is written: a campaign of 50,000 and five deaths, of the walk and of the sending. */
@Tag("soak")
final class CampaignKillSoakIT {

    private static final int CONTACTS = 50_000;

    @Test
    void fiftyThousandGetACampaignOnceThroughFiveDeaths() {
        try (var nodes = new CampaignNodes();
                var node = nodes.start()) {
            var id = nodes.send(node, CONTACTS);

            nodes.dieAt(node, "campaign-within-page");
            nodes.dieAt(node, "campaign-after-page");
            for (var mails : new int[] {5_000, 15_000, 30_000}) {
                nodes.dieAfter(node, mails);
            }

            nodes.awaitSent(node, id, Duration.ofMinutes(10));
            nodes.assertBalanced(node, id, CONTACTS, 5);
        }
    }
}
