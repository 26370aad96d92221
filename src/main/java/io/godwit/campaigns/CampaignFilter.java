package io.godwit.campaigns;

import io.godwit.core.Failure;
import io.godwit.web.Query;
import io.godwit.web.lists.ListOrder;
import io.godwit.web.lists.ListView;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The filter and the order of a list of campaigns.
 *
 * @param search found as it stands, in any case, in name, subject or sender
 * @param archived only archived campaigns; there are none, because campaigns cannot be archived
 */
record CampaignFilter(
        Optional<CampaignStatus> status, Optional<String> search, boolean archived, ListOrder order, ListView view) {

    private static final int MAX_SEARCH_LENGTH = 255;
    private static final List<String> STATUSES =
            Stream.of(CampaignStatus.values()).map(Enum::name).toList();

    static CampaignFilter read(Query query) {
        var search = query.text("search").filter(text -> !text.isEmpty());
        if (search.filter(text -> text.length() > MAX_SEARCH_LENGTH).isPresent()) {
            throw Failure.invalid(
                    "search", "too_big", "String must contain at most " + MAX_SEARCH_LENGTH + " character(s)");
        }
        return new CampaignFilter(
                query.oneOf("status", STATUSES).map(CampaignStatus::valueOf),
                search,
                query.flag("archived").orElse(false),
                ListOrder.read(query),
                ListView.read(query));
    }
}
