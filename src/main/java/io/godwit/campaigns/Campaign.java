package io.godwit.campaigns;

import io.godwit.core.id.CampaignId;
import java.time.Instant;
import java.util.Optional;

/**
 * A stored campaign.
 *
 * @param segmentName of the audience's segment, while it exists
 * @param pauseReason the reason for an automatic pause
 * @param recipients the size of the audience; exact once sending has begun
 * @param counts as they were counted last
 * @param version raised by every edit
 */
record Campaign(
        CampaignId id,
        CampaignDraft draft,
        Optional<String> segmentName,
        CampaignStatus status,
        Optional<CampaignPauseReason> pauseReason,
        Optional<Instant> scheduledAt,
        Optional<Instant> startedAt,
        Optional<Instant> endedAt,
        long recipients,
        CampaignCounts counts,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    /** True while it may still be changed, scheduled and sent. */
    boolean isOpen() {
        return status == CampaignStatus.DRAFT || status == CampaignStatus.SCHEDULED;
    }

    Campaign with(CampaignCounts now) {
        return new Campaign(
                id,
                draft,
                segmentName,
                status,
                pauseReason,
                scheduledAt,
                startedAt,
                endedAt,
                recipients,
                now,
                version,
                createdAt,
                updatedAt);
    }
}
