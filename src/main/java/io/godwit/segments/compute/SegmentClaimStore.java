package io.godwit.segments.compute;

import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.SegmentId;
import io.godwit.db.Columns;
import io.godwit.segments.Segment;
import io.godwit.segments.SegmentSizeStore;
import io.godwit.segments.SegmentStore;
import io.godwit.segments.filter.Selection;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** SQL that claims segments and updates their {@code segment_members} in pages. */
final class SegmentClaimStore {

    /** A segment claimed by this node until its lease ends or its fence is raised. */
    record ClaimedSegment(Tenant tenant, Segment segment, long fence) {}

    /** A contact that entered or left a segment; {@code contactExists} is false for a contact that was deleted. */
    record MemberChange(ContactId contact, boolean entered, boolean contactExists) {}

    /**
     * The changes of one page.
     *
     * @param taken the number of rows it took from {@code segment_changes}; 0 when there was nothing left to do
     */
    record ComputedPage(List<MemberChange> changes, long taken) {}

    private static final String CLAIMED = "RETURNING project_id, fence, " + SegmentStore.COLUMNS;

    private static final String CLAIM = """
            UPDATE segments SET lease_until = now() + make_interval(secs => $3), fence = fence + 1
             WHERE project_id = $1 AND id = $2 AND (lease_until IS NULL OR lease_until < now())
            """ + CLAIMED;

    /**
     * A project that is suspended changes nothing; what is due then is computed once it goes on. Projects that were not served
     * lately go first.
     */
    private static final String CLAIM_DUE = """
            WITH due AS MATERIALIZED (
                SELECT segments.project_id AS project, segments.id AS segment
                  FROM segments
                  LEFT JOIN unnest($2::uuid[]) WITH ORDINALITY AS served (project, place) ON served.project = segments.project_id
                 WHERE due_at <= now() AND (lease_until IS NULL OR lease_until < now())
                   AND NOT EXISTS (SELECT FROM projects WHERE projects.id = segments.project_id AND projects.disabled)
                 ORDER BY served.place NULLS FIRST, due_at LIMIT 1 FOR UPDATE OF segments SKIP LOCKED)
            UPDATE segments SET lease_until = now() + make_interval(secs => $1), fence = fence + 1
              FROM due
             WHERE project_id = due.project AND id = due.segment
            """ + CLAIMED;

    private static final String RENEW = """
            UPDATE segments SET lease_until = now() + make_interval(secs => $4)
             WHERE project_id = $1 AND id = $2 AND fence = $3
            RETURNING id
            """;

    /** Only a computation that has counted knows that all who are members now are recorded, and by the present filter. */
    private static final String FINISH = """
            WITH counted AS (
                UPDATE segments
                   SET lease_until = NULL, fence = fence + 1, due_at = now() + make_interval(secs => $4),
                       baseline_recorded = track_membership AND (baseline_recorded OR $5::bigint IS NOT NULL),
                       members_current = members_current OR $5::bigint IS NOT NULL,
                       member_count = coalesce($5::bigint, member_count),
                       counted = counted OR $5::bigint IS NOT NULL
                 WHERE project_id = $1 AND id = $2 AND fence = $3
                RETURNING project_id, id, $5::bigint AS member_count)
            """ + SegmentSizeStore.RECORD;

    private static final String DELETE_CHANGES = """
            DELETE FROM segment_changes WHERE project_id = $1 AND segment_id = $2
            """;

    /** Contacts that match and are no members, and members that match no longer or are no contacts any more. */
    private static final String FIND_DUE = """
            INSERT INTO segment_changes (project_id, segment_id, fence, contact_id, enters)
            SELECT $1, $%1$d, $%2$d, coalesce(matched.id, member.contact_id), member.contact_id IS NULL
              FROM (SELECT c.id FROM %3$s WHERE %4$s) matched
              FULL JOIN (SELECT contact_id FROM segment_members WHERE project_id = $1 AND segment_id = $%1$d) member
                ON member.contact_id = matched.id
             WHERE matched.id IS NULL OR member.contact_id IS NULL
            """;

    /**
     * The table of members has the last word: who is in it already does not enter, who is not does not leave. Rows are named by
     * their places, because a planner who believes these tables small joins page and table row by row.
     */
    private static final String APPLY = """
            WITH taken AS (
                DELETE FROM segment_changes
                 WHERE ctid = ANY (ARRAY(
                    SELECT ctid FROM segment_changes
                     WHERE project_id = $1 AND segment_id = $2 AND fence = $3 ORDER BY contact_id LIMIT $4))
                RETURNING contact_id, enters),
            entered AS (
                INSERT INTO segment_members (project_id, segment_id, contact_id)
                SELECT $1, $2, taken.contact_id
                  FROM taken JOIN contacts ON contacts.project_id = $1 AND contacts.id = taken.contact_id
                 WHERE taken.enters
                 ORDER BY taken.contact_id
                    ON CONFLICT DO NOTHING
                RETURNING contact_id),
            locked AS MATERIALIZED (
                SELECT member.place
                  FROM (SELECT contact_id FROM taken WHERE NOT enters ORDER BY contact_id) leaving
                 CROSS JOIN LATERAL (
                    SELECT ctid AS place FROM segment_members
                     WHERE project_id = $1 AND segment_id = $2 AND contact_id = leaving.contact_id FOR UPDATE) member),
            removed AS (
                DELETE FROM segment_members WHERE ctid = ANY (ARRAY(SELECT place FROM locked)) RETURNING contact_id)
            SELECT contact_id, true, true, NULL::bigint FROM entered
            UNION ALL
            SELECT removed.contact_id, false, contacts.id IS NOT NULL, NULL
              FROM removed LEFT JOIN contacts ON contacts.project_id = $1 AND contacts.id = removed.contact_id
            UNION ALL
            SELECT NULL, NULL, NULL, count(*) FROM taken
            """;

    private static final String COUNT = """
            SELECT count(*) FROM segment_members WHERE project_id = $1 AND segment_id = $2
            """;

    private static final String DELETE_MISSING = """
            DELETE FROM segment_members m
             WHERE project_id = $1 AND segment_id = $2
               AND NOT EXISTS (SELECT 1 FROM contacts c WHERE c.project_id = $1 AND c.id = m.contact_id)
            """;

    /** Claims the segment; empty when there is none, or another node has claimed it. */
    Future<Optional<ClaimedSegment>> claim(SqlClient db, Tenant tenant, SegmentId id, Duration lease) {
        return db.preparedQuery(CLAIM)
                .execute(Tuple.of(tenant.project().value(), id.value(), Columns.seconds(lease)))
                .map(SegmentClaimStore::claimed);
    }

    /**
     * Claims the segment that is due for longest, of a project that was not served lately if there is one; empty when none is due.
     */
    Future<Optional<ClaimedSegment>> claimDue(SqlClient db, Duration lease, RecentProjects recentProjects) {
        return db.preparedQuery(CLAIM_DUE)
                .execute(Tuple.of(Columns.seconds(lease), (Object) recentProjects.toArray()))
                .map(SegmentClaimStore::claimed);
    }

    private static Optional<ClaimedSegment> claimed(RowSet<Row> rows) {
        for (var row : rows) {
            var tenant = Tenant.system(new ProjectId(row.getUUID("project_id")));
            return Optional.of(new ClaimedSegment(tenant, SegmentStore.segment(row), row.getLong("fence")));
        }
        return Optional.empty();
    }

    /** Renews the lease; false when the claim is lost, true locks the row until the transaction ends. */
    Future<Boolean> renew(SqlClient tx, ClaimedSegment claimed, Duration lease) {
        return tx.preparedQuery(RENEW)
                .execute(key(claimed).addValue(Columns.seconds(lease)))
                .map(rows -> rows.size() > 0);
    }

    /** Ends the claim; the segment is due again after {@code pause}. Without a count the old one stays. */
    Future<Void> finish(SqlClient db, ClaimedSegment claimed, Duration pause, Optional<Long> count) {
        return db.preparedQuery(FINISH)
                .execute(key(claimed).addValue(Columns.seconds(pause)).addValue(count.orElse(null)))
                .mapEmpty();
    }

    /** Writes the changes that are to be made into {@code segment_changes}; completes with their number. */
    Future<Long> findChanges(SqlClient tx, ClaimedSegment claimed, Selection selection) {
        var position = selection.nextParameter();
        var parameters = new ArrayList<>(selection.parameters());
        parameters.add(claimed.segment().id().value());
        parameters.add(claimed.fence());
        return tx.preparedQuery(FIND_DUE.formatted(position, position + 1, selection.from(), selection.where()))
                .execute(Tuple.from(parameters))
                .map(rows -> (long) rows.rowCount());
    }

    /** Deletes the changes that an earlier computation has found and not made. */
    Future<Void> deleteChanges(SqlClient db, ClaimedSegment claimed) {
        return db.preparedQuery(DELETE_CHANGES)
                .execute(Tuple.of(
                        claimed.tenant().project().value(),
                        claimed.segment().id().value()))
                .mapEmpty();
    }

    /** Makes up to {@code limit} of the changes that were found. */
    Future<ComputedPage> apply(SqlClient tx, ClaimedSegment claimed, int limit) {
        return tx.preparedQuery(APPLY).execute(key(claimed).addValue(limit)).map(SegmentClaimStore::page);
    }

    private static ComputedPage page(RowSet<Row> rows) {
        var changes = new ArrayList<MemberChange>();
        var taken = 0L;
        for (var row : rows) {
            if (row.getUUID(0) == null) {
                taken = row.getLong(3);
            } else {
                changes.add(new MemberChange(new ContactId(row.getUUID(0)), row.getBoolean(1), row.getBoolean(2)));
            }
        }
        return new ComputedPage(changes, taken);
    }

    Future<Long> count(SqlClient db, ClaimedSegment claimed) {
        return db.preparedQuery(COUNT)
                .execute(Tuple.of(
                        claimed.tenant().project().value(),
                        claimed.segment().id().value()))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    /** Members whose contacts were deleted while they entered. */
    Future<Void> deleteMissing(SqlClient db, ClaimedSegment claimed) {
        return db.preparedQuery(DELETE_MISSING)
                .execute(Tuple.of(
                        claimed.tenant().project().value(),
                        claimed.segment().id().value()))
                .mapEmpty();
    }

    private static Tuple key(ClaimedSegment claimed) {
        return Tuple.of(
                claimed.tenant().project().value(), claimed.segment().id().value(), claimed.fence());
    }
}
