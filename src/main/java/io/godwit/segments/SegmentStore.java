package io.godwit.segments;

import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.SegmentId;
import io.godwit.db.Columns;
import io.godwit.segments.filter.Filter;
import io.godwit.segments.filter.FilterReader;
import io.godwit.segments.filter.FilterWriter;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** SQL of the {@code segments} table for requests; claims are in {@code SegmentClaimStore}. */
public final class SegmentStore {

    public static final String COLUMNS = """
             id, name, slug, description, type, filters::text AS filters, track_membership, baseline_recorded, members_current, member_count,
             counted, version, created_at, updated_at\s""";

    /**
     * Lets one change be made at a time in a project, so that no two of them make a circle of segments, and no slug is taken twice.
     */
    private static final String LOCK = """
            SELECT pg_advisory_xact_lock(hashtextextended('godwit.segments ' || $1::text, 0))
            """;

    private static final String SLUGS = "SELECT slug FROM segments WHERE project_id = $1 AND starts_with(slug, $2)";

    /** A segment that has just been counted and has no members to record is not due before its time. */
    private static final String INSERT = """
            INSERT INTO segments (project_id, id, name, slug, description, type, filters, track_membership, member_count, counted, due_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7::text::json, $8, coalesce($9::bigint, 0), $9::bigint IS NOT NULL,
                    now() + CASE WHEN $9::bigint IS NULL OR $8 THEN interval '0' ELSE make_interval(secs => $10) END)
            RETURNING\s""" + COLUMNS;

    private static final String FIND = "SELECT " + COLUMNS + "FROM segments WHERE project_id = $1 AND id = $2";

    private static final String ALL = "SELECT " + COLUMNS + "FROM segments WHERE project_id = $1 ORDER BY id DESC";

    private static final String PAGE = "SELECT " + COLUMNS + """
              FROM segments
             WHERE project_id = $1 AND ($2::uuid IS NULL OR id < $2)
             ORDER BY id DESC
             LIMIT $3
            """;

    private static final String COUNT = "SELECT count(*) FROM segments WHERE project_id = $1";

    private static final String FIND_ALL = "SELECT " + COLUMNS + """
              FROM segments
             WHERE project_id = $1 AND id = ANY ($2::uuid[])
            """;

    /**
     * Updates a segment. A change of its filter or tracking raises the fence, which ends a running computation, and makes the
     * segment due.
     */
    private static final String UPDATE = """
            UPDATE segments
               SET name = $3, description = $4, filters = $5::text::json, track_membership = $6, baseline_recorded = $7,
                   fence = fence + $8::int, lease_until = CASE WHEN $8::int = 0 THEN lease_until END,
                   due_at = CASE WHEN $8::int = 0 THEN due_at ELSE now() END, counted = counted AND $8::int = 0,
                   members_current = members_current AND $8::int = 0, version = version + 1, updated_at = now()
             WHERE project_id = $1 AND id = $2
            RETURNING\s""" + COLUMNS;

    /** Ends running computations, which began by the filters before, and makes the segments due. */
    private static final String OUTDATE = """
            UPDATE segments
               SET members_current = false, fence = fence + 1, lease_until = NULL, due_at = now()
             WHERE project_id = $1 AND id = ANY ($2::uuid[]) AND track_membership AND type = 'DYNAMIC'
            """;

    private static final String RECOUNTED = """
            WITH counted AS (
                UPDATE segments SET member_count = $3, counted = true
                 WHERE project_id = $1 AND id = $2 AND version = $4
                RETURNING project_id, id, member_count)
            """ + SegmentSizeStore.RECORD;

    private static final String DELETE = """
            WITH deleted AS (DELETE FROM segments WHERE project_id = $1 AND id = $2 RETURNING project_id, id)
            INSERT INTO segment_deletions (project_id, segment_id) SELECT project_id, id FROM deleted
            """;

    private static final String TEXT_FIELDS = """
            SELECT name FROM fields WHERE project_id = $1 AND name = ANY ($2::text[]) AND type = 'string'
            """;

    /**
     * The count of a new segment.
     *
     * @param members empty when they have not been counted yet
     * @param again the time after which a pass counts them again
     */
    public record FirstCount(Optional<Long> members, Duration again) {}

    Future<Void> lock(SqlClient tx, Tenant tenant) {
        return tx.preparedQuery(LOCK)
                .execute(Tuple.of(tenant.project().toString()))
                .mapEmpty();
    }

    /** Returns the slugs that begin like the given one. */
    Future<Set<String>> slugs(SqlClient tx, Tenant tenant, String slug) {
        return tx.preparedQuery(SLUGS)
                .execute(Tuple.of(tenant.project().value(), slug))
                .map(rows -> stream(rows, row -> row.getString(0)).collect(Collectors.toSet()));
    }

    Future<Segment> insert(
            SqlClient tx, Tenant tenant, SegmentId id, String slug, SegmentRequest.Create request, FirstCount count) {
        return tx.preparedQuery(INSERT)
                .execute(Tuple.of(
                        tenant.project().value(),
                        id.value(),
                        request.name(),
                        slug,
                        request.description().orElse(null),
                        request.type().name(),
                        request.filter().map(SegmentStore::json).orElse(null),
                        request.trackMembership(),
                        count.members().orElse(null),
                        Columns.seconds(count.again())))
                .map(rows -> segment(rows.iterator().next()));
    }

    Future<Optional<Segment>> find(SqlClient db, Tenant tenant, SegmentId id) {
        return db.preparedQuery(FIND)
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .map(SegmentStore::first);
    }

    /** Locks the row until the transaction ends. */
    Future<Optional<Segment>> lock(SqlClient tx, Tenant tenant, SegmentId id) {
        return tx.preparedQuery(FIND + " FOR UPDATE")
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .map(SegmentStore::first);
    }

    /** The newest first. */
    public Future<List<Segment>> all(SqlClient db, Tenant tenant) {
        return db.preparedQuery(ALL)
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> stream(rows, SegmentStore::segment).toList());
    }

    public Future<List<Segment>> page(SqlClient db, Tenant tenant, Optional<UUID> before, int limit) {
        return db.preparedQuery(PAGE)
                .execute(Tuple.of(tenant.project().value(), before.orElse(null), limit))
                .map(rows -> stream(rows, SegmentStore::segment).toList());
    }

    public Future<Long> count(SqlClient db, Tenant tenant) {
        return db.preparedQuery(COUNT)
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    Future<List<Segment>> findAll(SqlClient db, Tenant tenant, Collection<SegmentId> ids) {
        var values = ids.stream().map(SegmentId::value).toArray(UUID[]::new);
        return db.preparedQuery(FIND_ALL)
                .execute(Tuple.of(tenant.project().value(), (Object) values))
                .map(rows -> stream(rows, SegmentStore::segment).toList());
    }

    /** Writes the changeable columns; {@code anew} when the filter or the tracking has changed. */
    Future<Segment> update(SqlClient tx, Tenant tenant, Segment segment, boolean anew) {
        return tx.preparedQuery(UPDATE)
                .execute(Tuple.of(
                        tenant.project().value(),
                        segment.id().value(),
                        segment.name(),
                        segment.description().orElse(null),
                        segment.filter().map(SegmentStore::json).orElse(null),
                        segment.trackMembership(),
                        segment.settled(),
                        anew ? 1 : 0))
                .map(rows -> segment(rows.iterator().next()));
    }

    /**
     * Keeps a count.
     *
     * @param segment as it was when the count began; when it has been edited since, the count is not kept
     */
    public Future<Void> recounted(SqlClient db, Tenant tenant, Segment segment, long count) {
        return db.preparedQuery(RECOUNTED)
                .execute(Tuple.of(tenant.project().value(), segment.id().value(), count, segment.version()))
                .mapEmpty();
    }

    /** Notes that the recorded members of those of the segments that are tracked are not those that their filters find now. */
    Future<Void> outdate(SqlClient tx, Tenant tenant, Collection<SegmentId> ids) {
        var values = ids.stream().map(SegmentId::value).toArray(UUID[]::new);
        return tx.preparedQuery(OUTDATE)
                .execute(Tuple.of(tenant.project().value(), (Object) values))
                .mapEmpty();
    }

    /** Deletes a segment; completes with false when there is none. */
    Future<Boolean> delete(SqlClient tx, Tenant tenant, SegmentId id) {
        return tx.preparedQuery(DELETE)
                .execute(Tuple.of(tenant.project().value(), id.value()))
                .map(rows -> rows.rowCount() > 0);
    }

    /** Returns those of the fields that are known to hold plain texts. */
    Future<Set<String>> textFields(SqlClient db, Tenant tenant, Collection<String> paths) {
        return db.preparedQuery(TEXT_FIELDS)
                .execute(Tuple.of(tenant.project().value(), (Object) paths.toArray(String[]::new)))
                .map(rows -> stream(rows, row -> row.getString(0)).collect(Collectors.toSet()));
    }

    private static String json(Filter filter) {
        return Json.write(FilterWriter.conditions(filter));
    }

    private static Optional<Segment> first(RowSet<Row> rows) {
        return stream(rows, SegmentStore::segment).findFirst();
    }

    private static <T> Stream<T> stream(RowSet<Row> rows, Function<Row, T> reader) {
        return StreamSupport.stream(rows.spliterator(), false).map(reader);
    }

    public static Segment segment(Row row) {
        return new Segment(
                new SegmentId(row.getUUID("id")),
                row.getString("name"),
                row.getString("slug"),
                Optional.ofNullable(row.getString("description")),
                SegmentType.valueOf(row.getString("type")),
                Optional.ofNullable(row.getString("filters"))
                        .map(Json::readObject)
                        .map(FilterReader::stored),
                row.getBoolean("track_membership"),
                row.getBoolean("baseline_recorded"),
                row.getBoolean("members_current"),
                row.getLong("member_count"),
                row.getBoolean("counted"),
                row.getInteger("version"),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getOffsetDateTime("updated_at").toInstant());
    }
}
