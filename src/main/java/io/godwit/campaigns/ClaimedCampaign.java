package io.godwit.campaigns;

import io.godwit.core.Tenant;
import io.godwit.core.id.CampaignId;

/**
 * A campaign claimed by this node until its lease ends or its fence is raised.
 *
 * @param frozen whether its audience is frozen
 * @param audienceDone whether the emails of all its audience are inserted
 */
record ClaimedCampaign(
        Tenant tenant,
        CampaignId id,
        CampaignStatus status,
        Audience audience,
        boolean needsSubscription,
        boolean frozen,
        boolean audienceDone,
        long fence) {}
