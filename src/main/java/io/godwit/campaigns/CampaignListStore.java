package io.godwit.campaigns;

import io.godwit.core.Tenant;
import io.godwit.db.ListQuery;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.ListView;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Lists campaigns. */
final class CampaignListStore {

    /** The most bytes of all bodies of one page; PostgreSQL knows the length of a body without decompressing it. */
    private static final long MAX_LISTED = 8 << 20;

    private static final String LIST = "SELECT " + CampaignRows.COLUMNS + """
                   , %4$s AS body
              FROM (SELECT * FROM campaigns WHERE %1$s ORDER BY %2$s %3$s) campaigns
             ORDER BY %2$s
            """;

    /** The body where the bodies of a page so far are short enough. */
    private static final String BODY = """
            CASE WHEN sum(octet_length(body)) OVER (ORDER BY %s ROWS UNBOUNDED PRECEDING) <= %d THEN body ELSE '' END
            """;

    /** The body of a campaign is the empty text in a list without bodies, and when the bodies before it fill the answer. */
    Future<List<Campaign>> list(SqlClient db, Tenant tenant, CampaignFilter filter, int offset, int limit) {
        return list(db, CampaignQuery.of(tenant, filter), filter.view(), "LIMIT " + limit + " OFFSET " + offset);
    }

    /** Lists what comes behind the row that a page ended with. */
    Future<List<Campaign>> listAfter(SqlClient db, Tenant tenant, CampaignFilter filter, Position last, int limit) {
        return list(db, CampaignQuery.after(tenant, filter, last), filter.view(), "LIMIT " + limit);
    }

    private static Future<List<Campaign>> list(SqlClient db, ListQuery query, ListView view, String window) {
        var body = view == ListView.LIST ? "''" : BODY.formatted(query.order(), MAX_LISTED);
        return db.preparedQuery(LIST.formatted(query.where(), query.order(), window, body))
                .execute(query.parameters())
                .map(rows ->
                        CampaignRows.stream(rows).map(CampaignRows::campaign).toList());
    }

    Future<Long> count(SqlClient db, Tenant tenant, CampaignFilter filter) {
        var query = CampaignQuery.of(tenant, filter);
        return db.preparedQuery("SELECT count(*) FROM campaigns WHERE " + query.where())
                .execute(query.parameters())
                .map(rows -> rows.iterator().next().getLong(0));
    }
}
