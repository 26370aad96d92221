package io.godwit.campaigns;

import io.godwit.core.Tenant;
import io.godwit.segments.FilterService;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes a campaign as the API shows it. */
final class CampaignResponse {

    private CampaignResponse() {}

    /** The members of a campaign; the body is left out when the store left it out. */
    static Map<String, @Nullable Object> of(Tenant tenant, Campaign campaign) {
        var draft = campaign.draft();
        var audience = draft.audience();
        var members = new LinkedHashMap<String, @Nullable Object>();
        members.put("id", campaign.id());
        members.put("projectId", tenant.project());
        members.put("name", draft.name());
        members.put("description", draft.description());
        members.put("subject", draft.subject());
        members.put("body", Optional.of(draft.body()).filter(body -> !body.isEmpty()));
        members.put("from", draft.from());
        members.put("fromName", draft.fromName());
        members.put("replyTo", draft.replyTo());
        members.put("type", audience.kind());
        members.put("audienceType", audience.kind());
        members.put("emailType", draft.type());
        members.put("segmentId", audience.segment());
        members.put("segment", segment(campaign));
        members.put("audienceFilter", audience.filter().map(FilterService::conditions));
        members.put("audienceCondition", audience.filter().map(FilterService::groups));
        members.put("status", campaign.status());
        members.put("pauseReason", campaign.pauseReason());
        members.put("scheduledAt", campaign.scheduledAt());
        members.put("scheduledFor", campaign.scheduledAt());
        members.put("sentAt", campaign.startedAt());
        members.put("endedAt", campaign.endedAt());
        counts(members, campaign);
        members.put("version", campaign.version());
        members.put("createdAt", campaign.createdAt());
        members.put("updatedAt", campaign.updatedAt());
        return members;
    }

    private static Optional<Map<String, Object>> segment(Campaign campaign) {
        return campaign.draft().audience().segment().flatMap(id -> campaign.segmentName()
                .map(name -> Map.of("id", id, "name", name)));
    }

    private static void counts(Map<String, @Nullable Object> members, Campaign campaign) {
        var counts = campaign.counts();
        members.put("totalRecipients", recipients(campaign));
        members.put("sentCount", counts.sent());
        members.put("deliveredCount", counts.delivered());
        members.put("openedCount", counts.opened());
        members.put("clickedCount", counts.clicked());
        members.put("bouncedCount", counts.bounced());
        members.put("complainedCount", counts.complained());
        members.put("unsubscribedCount", counts.left());
    }

    /** The number of recipients: the audience without contacts that were skipped or deleted. */
    private static long recipients(Campaign campaign) {
        var counts = campaign.counts();
        return counts.all() == 0 ? campaign.recipients() : counts.all() - counts.skipped();
    }

    /** An answer about one campaign: wrapped, and its members beside the wrapper. */
    static Map<String, @Nullable Object> wrapped(Map<String, @Nullable Object> data) {
        var answer = new LinkedHashMap<String, @Nullable Object>();
        answer.put("success", true);
        answer.put("data", data);
        answer.putAll(data);
        return answer;
    }

    static Map<String, @Nullable Object> wrapped(Tenant tenant, Campaign campaign, String message) {
        var answer = wrapped(of(tenant, campaign));
        answer.put("message", message);
        return answer;
    }
}
