package io.godwit.campaigns;

import io.godwit.core.Tenant;
import io.godwit.web.lists.ListView;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/** Lists campaigns, the newest first. */
final class CampaignListStore {

    /** The most bytes of all bodies of one page; PostgreSQL knows the length of a body without decompressing it. */
    private static final long MAX_LISTED = 8 << 20;

    private static final String WHERE = """
             FROM campaigns
            WHERE project_id = $1
              AND ($2::text IS NULL OR status = $2)
              AND ($3::text IS NULL OR strpos(lower(name), lower($3)) > 0 OR strpos(lower(subject), lower($3)) > 0
                   OR strpos(lower(from_email), lower($3)) > 0)
            """;

    private static final String BODY = """
            CASE WHEN sum(octet_length(body)) OVER (ORDER BY id DESC ROWS UNBOUNDED PRECEDING) <= %d THEN body ELSE '' END
            """.formatted(MAX_LISTED);

    private static final String WHOLE = pageWith(BODY);
    private static final String WITHOUT_BODIES = pageWith("''");

    private static String pageWith(String body) {
        return "SELECT " + CampaignRows.COLUMNS + """
                       , %s AS body
                 FROM (SELECT *%s AND ($4::uuid IS NULL OR id < $4) ORDER BY id DESC LIMIT $5 OFFSET $6) campaigns
                ORDER BY id DESC
                """.formatted(body, WHERE);
    }

    /** The body of a campaign is the empty text in a list without bodies, and when the bodies before it fill the answer. */
    Future<List<Campaign>> page(SqlClient db, Tenant tenant, CampaignFilter filter, int limit, int offset) {
        return db.preparedQuery(filter.view() == ListView.LIST ? WITHOUT_BODIES : WHOLE)
                .execute(parameters(tenant, filter)
                        .addValue(filter.before().orElse(null))
                        .addValue(limit)
                        .addValue(offset))
                .map(rows ->
                        CampaignRows.stream(rows).map(CampaignRows::campaign).toList());
    }

    Future<Long> count(SqlClient db, Tenant tenant, CampaignFilter filter) {
        return db.preparedQuery("SELECT count(*)" + WHERE)
                .execute(parameters(tenant, filter))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    private static Tuple parameters(Tenant tenant, CampaignFilter filter) {
        return Tuple.of(
                tenant.project().value(),
                filter.status().map(CampaignStatus::name).orElse(null),
                filter.search().orElse(null));
    }
}
