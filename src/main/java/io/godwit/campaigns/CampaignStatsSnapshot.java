package io.godwit.campaigns;

import java.time.Instant;
import java.util.List;

/**
 * How a campaign stands.
 *
 * @param reasons the twenty most frequent ones why mail did not go out
 * @param countedAt by the database's clock
 */
record CampaignStatsSnapshot(CampaignCounts counts, List<CampaignStatsResponse.Reason> reasons, Instant countedAt) {

    CampaignStatsSnapshot {
        reasons = List.copyOf(reasons);
    }
}
