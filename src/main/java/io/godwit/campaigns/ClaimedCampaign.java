package io.godwit.campaigns;

import io.godwit.core.Tenant;
import io.godwit.core.id.CampaignId;

/**
 * A campaign that is ours alone until its lease ends or its fence is raised.
 *
 * @param frozen whether its audience is settled
 * @param walked whether all of its audience has become mail
 */
record ClaimedCampaign(
        Tenant tenant,
        CampaignId id,
        CampaignStatus status,
        Audience audience,
        boolean needsSubscription,
        boolean frozen,
        boolean walked,
        long fence) {}
