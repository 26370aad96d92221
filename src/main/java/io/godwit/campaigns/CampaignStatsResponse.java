package io.godwit.campaigns;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the answer of {@code GET /campaigns/:id/stats}: rates are per cent of the emails sent, and the counts in {@code books}
 * add up to the audience.
 */
final class CampaignStatsResponse {

    private CampaignStatsResponse() {}

    /** A reason why emails were not sent, and their number. */
    record Reason(String outcome, String reason, long count) {}

    static Map<String, @Nullable Object> of(CampaignStatsSnapshot snapshot) {
        var counts = snapshot.counts();
        var members = new LinkedHashMap<String, @Nullable Object>();
        members.put("totalRecipients", counts.all() - counts.skipped());
        members.put("sentCount", counts.sent());
        members.put("deliveredCount", counts.delivered());
        members.put("openedCount", counts.opened());
        members.put("clickedCount", counts.clicked());
        members.put("bouncedCount", counts.bounced());
        members.put("complainedCount", counts.complained());
        members.put("unsubscribedCount", counts.left());
        members.put("openRate", rate(counts.opened(), counts));
        members.put("clickRate", rate(counts.clicked(), counts));
        members.put("bounceRate", rate(counts.bounced(), counts));
        members.put("complaintRate", rate(counts.complained(), counts));
        members.put("unsubscribeRate", rate(counts.left(), counts));
        members.put("deliveryRate", rate(counts.delivered(), counts));
        members.put("books", totals(counts));
        members.put("reasons", snapshot.reasons());
        members.put("countedAt", snapshot.countedAt());
        return members;
    }

    private static double rate(long some, CampaignCounts counts) {
        return counts.sent() == 0 ? 0 : 100.0 * some / counts.sent();
    }

    private static Map<String, Object> totals(CampaignCounts counts) {
        var members = new LinkedHashMap<String, Object>();
        members.put("audience", counts.all());
        members.put("pending", counts.pending());
        members.put("sent", counts.sent());
        members.put(
                "skipped",
                Map.of(
                        "unsubscribed", counts.unsubscribed(),
                        "suppressed", counts.suppressed(),
                        "deleted", counts.deleted()));
        members.put("failed", Map.of("refused", counts.refused(), "failed", counts.failed()));
        members.put("cancelled", counts.cancelled());
        return members;
    }
}
