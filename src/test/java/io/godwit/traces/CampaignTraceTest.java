package io.godwit.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.CampaignServer;
import io.godwit.kit.net.OtlpReceiver;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests the traces of campaigns. */
class CampaignTraceTest {

    @Test
    void eachEmailOfACampaignHasATraceOfItsOwn() {
        try (var collector = OtlpReceiver.start();
                var server = CampaignServer.start(
                        Map.of("GODWIT_TRACES_ENDPOINT", collector.endpoint(), "GODWIT_TRACES_SAMPLE_RATIO", "1"))) {
            server.contacts("reader", 3);
            var id = server.create(server.words());

            server.moved(id, "send");

            server.awaitStatus(id, "SENT");
            await().atMost(CampaignServer.TIMEOUT)
                    .until(() -> collector.named("email attempt").size() == 3
                            && collector.named("smtp send").size() == 3
                            && collector.named("email claim").size() == 3);
            assertThat(collector.named("campaign page")).isNotEmpty().allSatisfy(page -> assertThat(
                            OtlpReceiver.attribute(page, "godwit.campaign.id"))
                    .contains(id));
            var claims = collector.named("email claim");
            assertThat(claims)
                    .allSatisfy(claim -> assertThat(claim.getParentSpanId()).isEmpty());
            assertThat(collector.named("email attempt").stream()
                            .map(attempt -> attempt.getParentSpanId())
                            .collect(Collectors.toSet()))
                    .isEqualTo(claims.stream().map(claim -> claim.getSpanId()).collect(Collectors.toSet()));
        }
    }
}
