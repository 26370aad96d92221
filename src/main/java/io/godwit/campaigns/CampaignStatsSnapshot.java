package io.godwit.campaigns;

import java.time.Instant;
import java.util.List;

/**
 * The stats of a campaign at one moment.
 *
 * @param reasons the twenty most frequent reasons why emails were not sent
 * @param countedAt by the database's clock
 */
record CampaignStatsSnapshot(CampaignCounts counts, List<CampaignStatsResponse.Reason> reasons, Instant countedAt) {

    CampaignStatsSnapshot {
        reasons = List.copyOf(reasons);
    }
}
