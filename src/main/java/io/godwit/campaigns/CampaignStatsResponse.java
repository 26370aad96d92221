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

    static Map<String, @Nullable Object> of(CampaignStatsSnapshot standing) {
        var counts = standing.counts();
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
        members.put("reasons", standing.reasons());
        members.put("countedAt", standing.countedAt());
        return members;
    }

    private static double rate(long some, CampaignCounts counts) {
        return counts.sent() == 0 ? 0 : 100.0 * some / counts.sent();
    }

    private static Map<String, Object> totals(CampaignCounts counts) {
        var books = new LinkedHashMap<String, Object>();
        books.put("audience", counts.all());
        books.put("pending", counts.pending());
        books.put("sent", counts.sent());
        books.put(
                "skipped",
                Map.of(
                        "unsubscribed", counts.unsubscribed(),
                        "suppressed", counts.suppressed(),
                        "deleted", counts.deleted()));
        books.put("failed", Map.of("refused", counts.refused(), "failed", counts.failed()));
        books.put("cancelled", counts.cancelled());
        return books;
    }
}
