package io.godwit.campaigns;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.godwit.core.Tenant;
import java.util.Optional;

/**
 * A campaign as the API shows it.
 *
 * @param body empty where the store left it out
 */
record CampaignResponse(@JsonUnwrapped CampaignSummary summary, Optional<String> body) {

    static CampaignResponse of(Tenant tenant, Campaign campaign) {
        return new CampaignResponse(
                CampaignSummary.of(tenant, campaign),
                Optional.of(campaign.draft().body()).filter(body -> !body.isEmpty()));
    }
}
