package io.godwit.campaigns;

import io.godwit.contacts.FieldUsages.Use;
import io.godwit.core.Tenant;
import io.godwit.core.id.SegmentId;
import io.godwit.segments.FilterService;
import io.godwit.segments.filter.Filter;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/** Finds the campaigns that use segments, filters and sender domains. */
final class CampaignUsageStore {

    /** A filter names segments by their ids. */
    private static final String ACTIVE = """
            SELECT count(*)
              FROM campaigns
             WHERE project_id = $1 AND status IN ('DRAFT', 'SCHEDULED', 'SENDING', 'PAUSED')
               AND (segment_id = $2 OR strpos(filters::text, $2::text) > 0)
            """;

    private static final String FILTERED = """
            SELECT id, name, filters::text AS filters FROM campaigns WHERE project_id = $1 AND filters IS NOT NULL ORDER BY id DESC
            """;

    private static final String SENDING_FROM = """
            SELECT id, name
              FROM campaigns
             WHERE project_id = $1 AND status IN ('DRAFT', 'SCHEDULED', 'SENDING', 'PAUSED')
               AND (split_part(from_email, '@', 2) = $2
                    OR $3 AND right(split_part(from_email, '@', 2), length($2) + 1) = '.' || $2)
             ORDER BY id DESC
             LIMIT 100
            """;

    /** A campaign with a filter of its own. */
    record Filtered(UUID id, String name, Filter filter) {}

    /** Counts the campaigns that have not ended and use the segment. */
    Future<Integer> active(SqlClient tx, Tenant tenant, SegmentId segment) {
        return tx.preparedQuery(ACTIVE)
                .execute(Tuple.of(tenant.project().value(), segment.value()))
                .map(rows -> rows.iterator().next().getInteger(0));
    }

    Future<List<Filtered>> filtered(SqlClient db, Tenant tenant) {
        return db.preparedQuery(FILTERED)
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> CampaignRows.stream(rows)
                        .map(row -> new Filtered(
                                row.getUUID("id"),
                                row.getString("name"),
                                FilterService.stored(row.getString("filters"))))
                        .toList());
    }

    Future<List<Use>> sendingFrom(SqlClient tx, Tenant tenant, String domain, boolean includeSubdomains) {
        return tx.preparedQuery(SENDING_FROM)
                .execute(Tuple.of(tenant.project().value(), domain, includeSubdomains))
                .map(rows -> CampaignRows.stream(rows)
                        .map(row -> new Use(row.getUUID("id"), row.getString("name")))
                        .toList());
    }
}
