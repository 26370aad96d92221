package io.godwit.segments;

import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.SegmentId;
import io.godwit.segments.filter.Selection;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * SQL of the {@code segment_pages} table, which stores the contacts that a filter found when it was last evaluated over a whole
 * large project.
 */
public final class MemberPageStore {

    /** The number of contacts in one row. */
    static final int ROW = 100;

    /** A slice of the contacts found. */
    public record PageSlice(List<ContactId> contacts, long total, Duration age) {

        private PageSlice within(int from, int limit) {
            var first = Math.min(from, contacts.size());
            return new PageSlice(contacts.subList(first, Math.min(first + limit, contacts.size())), total, age);
        }
    }

    private static final String LARGE = """
            SELECT count(*) FROM (SELECT 1 FROM contacts WHERE project_id = $1 LIMIT $2) counted
            """;

    private static final String LOCK = """
            SELECT pg_advisory_xact_lock(hashtextextended('godwit.segments.pages ' || $1::text, 0))
            """;

    /** The first row is read for the total, when there is none so deep. */
    private static final String SPLIT = """
            SELECT page, contacts, total, extract(epoch FROM now() - made_at)::float8
              FROM segment_pages
             WHERE project_id = $1 AND segment_id = $2 AND page IN (0, $3, $3 + 1)
             ORDER BY page
            """;

    private static final String DELETE = "DELETE FROM segment_pages WHERE project_id = $1 AND segment_id = $2";

    private static final String MAKE = """
            WITH numbered AS (
                SELECT c.id, row_number() OVER (ORDER BY c.id DESC) - 1 AS place FROM %3$s WHERE %4$s),
            total AS MATERIALIZED (SELECT count(*) AS total FROM numbered)
            INSERT INTO segment_pages (project_id, segment_id, page, contacts, total)
            SELECT $1::uuid, $%1$d::uuid, page, contacts, total
              FROM (SELECT place / %2$d AS page, array_agg(id ORDER BY place) AS contacts FROM numbered GROUP BY place / %2$d) pages,
                   total
             UNION ALL
            SELECT $1::uuid, $%1$d::uuid, 0, '{}', 0 FROM total WHERE total = 0
            """;

    /** True when the project has at least so many contacts. */
    public Future<Boolean> isLarge(SqlClient db, Tenant tenant, int contacts) {
        return db.preparedQuery(LARGE)
                .execute(Tuple.of(tenant.project().value(), contacts))
                .map(rows -> rows.iterator().next().getLong(0) >= contacts);
    }

    /** Empty when nothing was kept. */
    public Future<Optional<PageSlice>> slice(SqlClient db, Tenant tenant, SegmentId segment, long offset, int limit) {
        var first = (int) Math.min(offset / ROW, Integer.MAX_VALUE - 1);
        return db.preparedQuery(SPLIT)
                .execute(Tuple.of(tenant.project().value(), segment.value(), first))
                .map(rows -> {
                    var found = new ArrayList<ContactId>();
                    var slice = Optional.<PageSlice>empty();
                    for (var row : rows) {
                        if (row.getInteger(0) >= first) {
                            Arrays.stream(row.getArrayOfUUIDs(1))
                                    .map(ContactId::new)
                                    .forEach(found::add);
                        }
                        slice = Optional.of(new PageSlice(
                                found, row.getLong(2), Duration.ofMillis((long) (1000 * row.getDouble(3)))));
                    }
                    return slice.map(all -> all.within((int) (offset - (long) first * ROW), limit));
                });
    }

    /** Replaces the stored pages by the contacts the filter finds now; one call at a time for a segment. */
    public Future<Void> make(SqlClient tx, Tenant tenant, SegmentId segment, Selection selection) {
        var parameters = new ArrayList<>(selection.parameters());
        parameters.add(segment.value());
        return delete(tx, tenant, segment)
                .compose(ignored -> tx.preparedQuery(
                                MAKE.formatted(selection.nextParameter(), ROW, selection.from(), selection.where()))
                        .execute(Tuple.from(parameters)))
                .mapEmpty();
    }

    public Future<Void> lock(SqlClient tx, SegmentId segment) {
        return tx.preparedQuery(LOCK).execute(Tuple.of(segment.toString())).mapEmpty();
    }

    Future<Void> delete(SqlClient db, Tenant tenant, SegmentId segment) {
        return db.preparedQuery(DELETE)
                .execute(Tuple.of(tenant.project().value(), segment.value()))
                .mapEmpty();
    }

    static UUID[] ids(List<ContactId> contacts) {
        return contacts.stream().map(ContactId::value).toArray(UUID[]::new);
    }
}
