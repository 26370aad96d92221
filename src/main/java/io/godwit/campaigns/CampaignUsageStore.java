package io.godwit.campaigns;

import io.godwit.contacts.FieldUsages.Use;
import io.godwit.core.Tenant;
import io.godwit.core.id.SegmentId;
import io.godwit.segments.FilterService;
import io.godwit.segments.filter.Filter;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Finds the campaigns that use segments, filters and sender domains. */
final class CampaignUsageStore {

    /** A filter names segments by their ids, which may have capitals. */
    private static final String ACTIVE = """
            SELECT count(*)
              FROM campaigns
             WHERE project_id = $1 AND status IN ('DRAFT', 'SCHEDULED', 'SENDING', 'PAUSED')
               AND (segment_id = $2 OR strpos(lower(filters::text), $2::text) > 0)
            """;

    private static final String FILTERED = """
            SELECT id, name, filters::text AS filters FROM campaigns WHERE project_id = $1 AND filters IS NOT NULL ORDER BY id DESC
            """;

    private static final String ACTIVE_FILTERED = """
            SELECT id, name, filters::text AS filters
              FROM campaigns
             WHERE project_id = $1 AND filters IS NOT NULL AND status IN ('DRAFT', 'SCHEDULED', 'SENDING', 'PAUSED')
             ORDER BY id DESC
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

    private static final String ACTIVE_AUDIENCES = """
            SELECT id, name, segment_id, filters::text AS filters
              FROM campaigns
             WHERE project_id = $1 AND status IN ('DRAFT', 'SCHEDULED', 'SENDING', 'PAUSED')
               AND (segment_id = ANY ($2::uuid[]) OR filters IS NOT NULL)
             ORDER BY id DESC
             LIMIT 1000
            """;

    /** A campaign that has not ended, with the segments of its audience. */
    record Audience(UUID id, String name, Set<SegmentId> segments) {}

    /** A campaign with a filter of its own. */
    record Filtered(UUID id, String name, Filter filter) {}

    /** Counts the campaigns that have not ended and use the segment. */
    Future<Integer> active(SqlClient tx, Tenant tenant, SegmentId segment) {
        return tx.preparedQuery(ACTIVE)
                .execute(Tuple.of(tenant.project().value(), segment.value()))
                .map(rows -> rows.iterator().next().getInteger(0));
    }

    /** The newest thousand campaigns that have not ended and whose audience is one of the segments, or a filter. */
    Future<List<Audience>> activeAudiences(SqlClient db, Tenant tenant, Set<SegmentId> segments) {
        var ids = segments.stream().map(SegmentId::value).toArray(UUID[]::new);
        return db.preparedQuery(ACTIVE_AUDIENCES)
                .execute(Tuple.of(tenant.project().value(), (Object) ids))
                .map(rows -> CampaignRows.stream(rows)
                        .map(CampaignUsageStore::audience)
                        .toList());
    }

    private static Audience audience(Row row) {
        var segments = new HashSet<SegmentId>();
        Optional.ofNullable(row.getUUID("segment_id")).map(SegmentId::new).ifPresent(segments::add);
        Optional.ofNullable(row.getString("filters"))
                .map(FilterService::stored)
                .map(FilterService::segments)
                .ifPresent(segments::addAll);
        return new Audience(row.getUUID("id"), row.getString("name"), segments);
    }

    Future<List<Filtered>> filtered(SqlClient db, Tenant tenant) {
        return filtered(db, FILTERED, tenant);
    }

    /** Finds the campaigns with a filter that have not ended. */
    Future<List<Filtered>> activeFiltered(SqlClient db, Tenant tenant) {
        return filtered(db, ACTIVE_FILTERED, tenant);
    }

    private static Future<List<Filtered>> filtered(SqlClient db, String sql, Tenant tenant) {
        return db.preparedQuery(sql).execute(Tuple.of(tenant.project().value())).map(rows -> CampaignRows.stream(rows)
                .map(row -> new Filtered(
                        row.getUUID("id"), row.getString("name"), FilterService.stored(row.getString("filters"))))
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
