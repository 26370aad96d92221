package io.godwit.segments;

import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.SegmentId;
import io.godwit.segments.filter.Selection;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
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

    /** Greater than the id of any contact. */
    private static final UUID LAST = new UUID(-1, -1);

    /**
     * A slice of the contacts found.
     *
     * @param total the least number of contacts while the slice is not {@code complete}
     * @param complete false while only the first row is there
     * @param age since the pages were made
     */
    public record PageSlice(List<ContactId> contacts, long total, boolean complete, Duration age) {

        /** True when no more than the first row is needed, or all rows are there. */
        public boolean covers(long offset, int limit) {
            return complete || offset + limit <= ROW;
        }
    }

    private static final String LARGE = """
            SELECT count(*) FROM (SELECT 1 FROM contacts WHERE project_id = $1 LIMIT $2) counted
            """;

    private static final String LOCK = """
            SELECT pg_advisory_xact_lock(hashtextextended('godwit.segments.pages ' || $1::text, 0))
            """;

    /** The first row is read for the total, too. */
    private static final String SPLIT = """
            SELECT page, contacts, total, complete, extract(epoch FROM now() - made_at)::float8
              FROM segment_pages
             WHERE project_id = $1 AND segment_id = $2 AND page IN (0, $3, $3 + 1)
             ORDER BY page
            """;

    private static final String DELETE = "DELETE FROM segment_pages WHERE project_id = $1 AND segment_id = $2";

    /** The rows behind the last one that this transaction has written. */
    private static final String DELETE_OLDER = DELETE + " AND made_at < now()";

    /**
     * Finds the segment as it was when the pages were begun. An edit that is not committed yet has locked the row and is not waited for:
     * it waits for the pages itself.
     */
    private static final String UNEDITED = """
            SELECT FROM segments WHERE project_id = $1 AND id = $2 AND version = $3 FOR KEY SHARE SKIP LOCKED
            """;

    /**
     * The first row of a segment without any, if it can be filled. One more contact is looked for, so that there are more than
     * the row holds. An edit of the segment waits for this row and deletes it, or is seen here.
     */
    private static final String BEGIN = """
            INSERT INTO segment_pages (project_id, segment_id, page, contacts, total, complete)
            SELECT $1::uuid, $%1$d::uuid, 0, contacts[1:%2$d], greatest($%6$d::bigint, %2$d + 1), false
              FROM (SELECT array_agg(id ORDER BY id DESC) AS contacts
                      FROM (SELECT c.id FROM %3$s WHERE %4$s ORDER BY c.id DESC LIMIT %2$d + 1) found) newest
             WHERE cardinality(contacts) > %2$d
               AND EXISTS (SELECT FROM segments WHERE project_id = $1 AND id = $%1$d AND version = $%5$d FOR KEY SHARE)
                ON CONFLICT DO NOTHING
            """;

    /** The rows behind the first, or all; a first row that was shown meanwhile stays as it is. */
    private static final String MAKE = """
            WITH numbered AS (
                SELECT c.id, row_number() OVER (ORDER BY c.id DESC) - 1 AS place FROM %3$s WHERE %4$s AND c.id < $%5$d::uuid),
            total AS MATERIALIZED (SELECT cardinality($%6$d::uuid[]) + count(*) AS total FROM numbered),
            pages AS (
                SELECT cardinality($%6$d::uuid[]) / %2$d + place / %2$d AS page, array_agg(id ORDER BY place) AS contacts
                  FROM numbered GROUP BY place / %2$d
                 UNION ALL
                SELECT 0, $%6$d::uuid[] FROM total WHERE total = 0 OR cardinality($%6$d::uuid[]) > 0)
            INSERT INTO segment_pages (project_id, segment_id, page, contacts, total)
            SELECT $1::uuid, $%1$d::uuid, page, contacts, total FROM pages, total
                ON CONFLICT (project_id, segment_id, page) DO UPDATE
               SET contacts = excluded.contacts, total = excluded.total, complete = true, made_at = now()
            """;

    /** True when the project has at least so many contacts. */
    public Future<Boolean> isLarge(SqlClient db, Tenant tenant, int contacts) {
        return db.preparedQuery(LARGE)
                .execute(Tuple.of(tenant.project().value(), contacts))
                .map(rows -> rows.iterator().next().getLong(0) >= contacts);
    }

    /** Reads a slice of the kept members; empty when none were kept. */
    public Future<Optional<PageSlice>> slice(SqlClient db, Tenant tenant, SegmentId segment, long offset, int limit) {
        var first = (int) Math.min(offset / ROW, Integer.MAX_VALUE - 1);
        return db.preparedQuery(SPLIT)
                .execute(Tuple.of(tenant.project().value(), segment.value(), first))
                .map(rows -> slice(rows, first, (int) (offset - (long) first * ROW), limit));
    }

    private static Optional<PageSlice> slice(RowSet<Row> rows, int first, int offset, int limit) {
        var found = new ArrayList<ContactId>();
        for (var row : rows) {
            if (row.getInteger(0) >= first) {
                Arrays.stream(row.getArrayOfUUIDs(1)).map(ContactId::new).forEach(found::add);
            }
        }
        var from = Math.min(offset, found.size());
        var contacts = found.subList(from, Math.min(from + limit, found.size()));
        return rows.stream()
                .findFirst()
                .map(row -> new PageSlice(contacts, row.getLong(2), row.getBoolean(3), Duration.ofMillis((long)
                        (1000 * row.getDouble(4)))));
    }

    /**
     * Stores the first row of a segment that has none, if so many of the newest contacts are in the segment; nothing happens
     * otherwise, and when the segment was edited meanwhile.
     */
    public Future<Void> begin(SqlClient db, Tenant tenant, Segment segment, Selection newest) {
        var position = newest.nextParameter();
        var parameters = new ArrayList<>(newest.parameters());
        parameters.add(segment.id().value());
        parameters.add(segment.version());
        parameters.add(segment.memberCount());
        return db.preparedQuery(
                        BEGIN.formatted(position, ROW, newest.from(), newest.where(), position + 1, position + 2))
                .execute(Tuple.from(parameters))
                .mapEmpty();
    }

    /**
     * Replaces complete pages by the contacts the filter finds now, or adds what is missing behind the first row. Rows are locked only
     * once the contacts are found, because an edit of the segment waits for them. Fails with {@link SegmentEditedException} when the
     * segment was edited meanwhile, and so undoes what it wrote. The caller holds the lock.
     */
    public Future<Void> make(SqlClient tx, Tenant tenant, Segment segment, Selection selection) {
        var key = Tuple.of(tenant.project().value(), segment.id().value());
        return slice(tx, tenant, segment.id(), 0, ROW)
                .map(found -> found.filter(slice -> !slice.complete())
                        .map(PageSlice::contacts)
                        .orElse(List.of()))
                .compose(shown -> insert(tx, segment.id(), selection, shown))
                .compose(ignored -> tx.preparedQuery(DELETE_OLDER).execute(key))
                .compose(ignored -> requireUnedited(tx, tenant, segment));
    }

    private static Future<Void> requireUnedited(SqlClient tx, Tenant tenant, Segment segment) {
        return tx.preparedQuery(UNEDITED)
                .execute(Tuple.of(tenant.project().value(), segment.id().value(), segment.version()))
                .compose(rows ->
                        rows.size() > 0 ? Future.succeededFuture() : Future.failedFuture(new SegmentEditedException()));
    }

    /** Signals that a segment was edited while its pages were made. */
    public static final class SegmentEditedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private SegmentEditedException() {
            super("The segment was edited while its pages were made", null, false, false);
        }
    }

    private static Future<Void> insert(SqlClient tx, SegmentId segment, Selection selection, List<ContactId> shown) {
        var position = selection.nextParameter();
        var parameters = new ArrayList<>(selection.parameters());
        parameters.add(segment.value());
        parameters.add(shown.isEmpty() ? LAST : shown.get(shown.size() - 1).value());
        parameters.add(ids(shown));
        return tx.preparedQuery(
                        MAKE.formatted(position, ROW, selection.from(), selection.where(), position + 1, position + 2))
                .execute(Tuple.from(parameters))
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
