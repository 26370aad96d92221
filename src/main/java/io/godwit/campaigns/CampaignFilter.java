package io.godwit.campaigns;

import io.godwit.core.Failure;
import io.godwit.web.Query;
import io.godwit.web.lists.ListView;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The filter of a list of campaigns.
 *
 * @param search found as it stands, in any case, in name, subject or sender
 */
record CampaignFilter(Optional<CampaignStatus> status, Optional<String> search, Optional<UUID> before, ListView view) {

    private static final int MAX_SEARCH_LENGTH = 255;
    private static final List<String> STATUSES =
            Stream.of(CampaignStatus.values()).map(Enum::name).toList();

    static CampaignFilter read(Query query, Optional<UUID> before) {
        query.ignores("sort", "dir", "archived");
        var search = query.text("search").filter(text -> !text.isEmpty());
        if (search.filter(text -> text.length() > MAX_SEARCH_LENGTH).isPresent()) {
            throw Failure.invalid(
                    "search", "too_big", "String must contain at most " + MAX_SEARCH_LENGTH + " character(s)");
        }
        return new CampaignFilter(
                query.oneOf("status", STATUSES).map(CampaignStatus::valueOf), search, before, ListView.read(query));
    }
}
