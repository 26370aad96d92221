package io.godwit.segments;

import io.godwit.core.Tenant;
import io.godwit.core.id.SegmentId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** SQL of the {@code segment_sizes} table: the size of segments day by day. */
public final class SegmentSizeStore {

    /** The number of days that are kept. */
    public static final int MAX_DAYS = 400;

    /**
     * Records the sizes of the rows of a CTE {@code counted} with the columns project_id, id and member_count, which is NULL for
     * one that was not counted, and deletes days that are too old. A second count on the same day replaces the first.
     */
    public static final String RECORD = """
            , expired AS (
                DELETE FROM segment_sizes
                 USING counted
                 WHERE segment_sizes.project_id = counted.project_id AND segment_sizes.segment_id = counted.id
                   AND segment_sizes.day <= (now() AT TIME ZONE 'UTC')::date - %d)
            INSERT INTO segment_sizes (project_id, segment_id, day, member_count)
            SELECT project_id, id, (now() AT TIME ZONE 'UTC')::date, member_count FROM counted WHERE member_count IS NOT NULL
                ON CONFLICT (project_id, segment_id, day) DO UPDATE SET member_count = excluded.member_count
             WHERE segment_sizes.member_count <> excluded.member_count
            """.formatted(MAX_DAYS);

    private static final String SIZES = """
            SELECT segment_id, day, member_count
              FROM segment_sizes
             WHERE project_id = $1 AND segment_id = ANY ($2::uuid[]) AND day > (now() AT TIME ZONE 'UTC')::date - $3::int
             ORDER BY segment_id, day
            """;

    /**
     * The size of a segment at the end of a day, or now for the present day.
     *
     * @param day in UTC, as YYYY-MM-DD
     */
    public record SegmentSize(String day, long memberCount) {}

    /** The sizes of segments on the last days they were counted, the oldest first; a segment without any is missing. */
    public Future<Map<SegmentId, List<SegmentSize>>> sizes(
            SqlClient db, Tenant tenant, Collection<SegmentId> segments, int days) {
        var ids = segments.stream().map(SegmentId::value).toArray(UUID[]::new);
        return db.preparedQuery(SIZES)
                .execute(Tuple.of(tenant.project().value(), ids, days))
                .map(rows -> {
                    var sizes = new HashMap<SegmentId, List<SegmentSize>>();
                    rows.forEach(
                            row -> sizes.computeIfAbsent(new SegmentId(row.getUUID(0)), ignored -> new ArrayList<>())
                                    .add(new SegmentSize(row.getLocalDate(1).toString(), row.getLong(2))));
                    return sizes;
                });
    }
}
