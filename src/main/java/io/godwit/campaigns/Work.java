package io.godwit.campaigns;

import io.godwit.core.CampaignId;
import io.godwit.core.Tenant;

/**
 * A campaign that is ours alone until its lease ends or its fence is raised.
 *
 * @param frozen whether its audience is settled
 * @param walked whether all of its audience has become mail
 */
record Work(
        Tenant tenant,
        CampaignId id,
        Status status,
        Audience audience,
        boolean needsSubscription,
        boolean frozen,
        boolean walked,
        long fence) {}
