package io.godwit.campaigns;

import io.godwit.web.lists.NumberedPage;
import java.util.List;
import java.util.Optional;

/**
 * A page of campaigns for clients of both styles of lists.
 *
 * @param campaigns the same list as {@code data}
 * @param total all the listing finds; 0 on a page reached by a cursor
 * @param page from 1; 0 on a page reached by a cursor
 */
record CampaignListResponse(
        List<CampaignResponse> data,
        List<CampaignResponse> campaigns,
        long total,
        int page,
        int pageSize,
        long totalPages,
        Optional<String> cursor,
        boolean hasMore) {

    static CampaignListResponse of(
            List<CampaignResponse> items,
            long total,
            int page,
            int pageSize,
            Optional<String> cursor,
            boolean hasMore) {
        return new CampaignListResponse(
                items, items, total, page, pageSize, (total + pageSize - 1) / pageSize, cursor, hasMore);
    }

    /** Returns this page without bodies and with one name for the list. */
    NumberedPage<CampaignSummary> summaries() {
        var items = data.stream().map(CampaignResponse::summary).toList();
        return new NumberedPage<>(items, total, page, pageSize, totalPages, cursor, hasMore);
    }
}
