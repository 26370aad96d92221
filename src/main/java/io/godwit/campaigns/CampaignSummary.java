package io.godwit.campaigns;

import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.CampaignId;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.SegmentId;
import io.godwit.segments.FilterService;
import io.godwit.templates.EmailClass;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A campaign as the API lists it, without its body.
 *
 * @param type the kind of audience, like {@code audienceType}
 * @param emailType the class of the emails
 * @param audienceFilter the filter in its flat spelling, {@code audienceCondition} in groups
 * @param machineOpens emails opened by programs that prefetch or scan, which are not in {@code openedCount}
 * @param scheduledFor the same as {@code scheduledAt}
 */
record CampaignSummary(
        CampaignId id,
        ProjectId projectId,
        String name,
        Optional<String> description,
        String subject,
        EmailAddress from,
        Optional<String> fromName,
        Optional<EmailAddress> replyTo,
        Audience.Kind type,
        Audience.Kind audienceType,
        EmailClass emailType,
        Optional<SegmentId> segmentId,
        Optional<SegmentReference> segment,
        Optional<Map<String, @Nullable Object>> audienceFilter,
        Optional<Map<String, @Nullable Object>> audienceCondition,
        CampaignStatus status,
        Optional<CampaignPauseReason> pauseReason,
        Optional<Instant> scheduledAt,
        Optional<Instant> scheduledFor,
        Optional<Instant> sentAt,
        Optional<Instant> endedAt,
        long totalRecipients,
        long sentCount,
        long deliveredCount,
        long openedCount,
        long clickedCount,
        long bouncedCount,
        long complainedCount,
        long unsubscribedCount,
        long machineOpens,
        long machineClicks,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    /** The segment of an audience. */
    record SegmentReference(SegmentId id, String name) {}

    static CampaignSummary of(Tenant tenant, Campaign campaign) {
        var draft = campaign.draft();
        var audience = draft.audience();
        var counts = campaign.counts();
        return new CampaignSummary(
                campaign.id(),
                tenant.project(),
                draft.name(),
                draft.description(),
                draft.subject(),
                draft.from(),
                draft.fromName(),
                draft.replyTo(),
                audience.kind(),
                audience.kind(),
                draft.type(),
                audience.segment(),
                segment(campaign),
                audience.filter().map(FilterService::conditions),
                audience.filter().map(FilterService::groups),
                campaign.status(),
                campaign.pauseReason(),
                campaign.scheduledAt(),
                campaign.scheduledAt(),
                campaign.startedAt(),
                campaign.endedAt(),
                recipients(campaign),
                counts.sent(),
                counts.delivered(),
                counts.opened(),
                counts.clicked(),
                counts.bounced(),
                counts.complained(),
                counts.left(),
                counts.machineOpens(),
                counts.machineClicks(),
                campaign.version(),
                campaign.createdAt(),
                campaign.updatedAt());
    }

    private static Optional<SegmentReference> segment(Campaign campaign) {
        return campaign.draft().audience().segment().flatMap(id -> campaign.segmentName()
                .map(name -> new SegmentReference(id, name)));
    }

    /** The number of recipients: the audience without contacts that were skipped or deleted. */
    private static long recipients(Campaign campaign) {
        var counts = campaign.counts();
        return counts.all() == 0 ? campaign.recipients() : counts.all() - counts.skipped();
    }
}
