package io.godwit.campaigns;

import io.godwit.core.CampaignId;
import java.time.Instant;
import java.util.Optional;

/**
 * A stored campaign.
 *
 * @param segmentName of the audience's segment, while there is one
 * @param recipients how many are meant; exact once sending has begun
 * @param counts as of the last look
 */
record Campaign(
        CampaignId id,
        Draft draft,
        Optional<String> segmentName,
        Status status,
        Optional<Instant> scheduledAt,
        Optional<Instant> startedAt,
        Optional<Instant> endedAt,
        long recipients,
        Counts counts,
        Instant createdAt,
        Instant updatedAt) {

    Campaign with(Counts now) {
        return new Campaign(
                id, draft, segmentName, status, scheduledAt, startedAt, endedAt, recipients, now, createdAt, updatedAt);
    }
}
