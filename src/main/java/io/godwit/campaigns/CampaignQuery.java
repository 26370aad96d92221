package io.godwit.campaigns;

import io.godwit.core.Tenant;
import io.godwit.db.ListQuery;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.ListOrder.SortKey;
import java.util.List;

/** Builds the query of one list of campaigns. The ids of campaigns sort by their creation. */
final class CampaignQuery {

    private CampaignQuery() {}

    static ListQuery of(Tenant tenant, CampaignFilter filter) {
        var query = new ListQuery(
                tenant.project(), key(filter.order().key()), filter.order().descending());
        filter.status().ifPresent(status -> query.and("status = " + query.parameter(status.name())));
        filter.search().ifPresent(text -> query.search(text, List.of("name", "subject", "from_email")));
        if (filter.archived()) {
            query.and("false");
        }
        return query;
    }

    /** Restricts the list to the rows after this one. */
    static ListQuery after(Tenant tenant, CampaignFilter filter, Position last) {
        var query = of(tenant, filter);
        switch (filter.order().key()) {
            case CREATED ->
                query.and("id " + (filter.order().descending() ? '<' : '>') + ' ' + query.parameter(last.id()));
            case UPDATED -> query.after(query.parameter(last.time()), last.id());
            case NAME -> query.after(ListQuery.caseless(query.parameter(last.sortKey()) + "::text"), last.id());
        }
        return query;
    }

    /** The sort key of a row for {@link #after}; PostgreSQL puts a name in lower case. */
    static String sortKey(SortKey key, Campaign campaign) {
        return switch (key) {
            case CREATED -> "";
            case UPDATED -> campaign.updatedAt().toString();
            case NAME -> campaign.draft().name();
        };
    }

    private static String key(SortKey key) {
        return switch (key) {
            case CREATED -> "id";
            case UPDATED -> "updated_at";
            case NAME -> ListQuery.caseless("name");
        };
    }
}
