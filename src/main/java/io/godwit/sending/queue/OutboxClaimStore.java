package io.godwit.sending.queue;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Columns;
import io.godwit.sending.ClaimedEmail;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.queue.FinalDotJournal.OfferedAttempt;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Claims, renews and releases rows of the {@code outbox}. Every statement serves all projects at once, and every later one
 * names the claim's fence.
 */
public final class OutboxClaimStore {

    /**
     * Finds lanes with due rows by jumping from lane to lane over the index, so it costs the number of lanes and not of rows.
     * Lane 3 is not served.
     */
    private static final String DUE_LANES = """
            WITH RECURSIVE seen AS (
                (SELECT project_id, lane FROM outbox ORDER BY project_id, lane LIMIT 1)
                UNION ALL
                SELECT next.project_id, next.lane
                  FROM seen
                 CROSS JOIN LATERAL (SELECT outbox.project_id, outbox.lane
                                       FROM outbox
                                      WHERE (outbox.project_id, outbox.lane) > (seen.project_id, seen.lane)
                                      ORDER BY outbox.project_id, outbox.lane
                                      LIMIT 1) next)
            SELECT project_id, lane
              FROM seen
             WHERE lane < 3
               AND EXISTS (SELECT FROM outbox
                            WHERE outbox.project_id = seen.project_id AND outbox.lane = seen.lane AND due_at <= now())
             LIMIT $1
            """;

    /**
     * Claims due rows. Rows of another claim are skipped, so any number of nodes share the queue. A row that was being sent
     * when its lease ended is in doubt: that is counted and logged in the same statement. The last limit is the sum of the
     * shares: without it the planner expects a tenth of the table and reads all of it, 208 ms at a million rows instead of 18
     * (cold, measured 2026-11-21).
     */
    private static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT head.*
                  FROM unnest($1::uuid[], $2::smallint[], $3::integer[]) AS wanted (project_id, lane, share)
                 CROSS JOIN LATERAL (SELECT project_id, email_id, attempt_started
                                       FROM outbox
                                      WHERE outbox.project_id = wanted.project_id
                                        AND outbox.lane = wanted.lane
                                        AND due_at <= now()
                                      ORDER BY due_at
                                      LIMIT wanted.share
                                        FOR UPDATE SKIP LOCKED) head
                 LIMIT $5),
            claimed AS (
                UPDATE outbox
                   SET due_at = now() + make_interval(secs => $4),
                       lease_until = now() + make_interval(secs => $4),
                       attempt_started = false,
                       fence = fence + 1,
                       claims = claims + 1,
                       holder = $6,
                       lost_leases = lost_leases + due.attempt_started::integer,
                       alone_lost_leases = alone_lost_leases + (due.attempt_started AND alone)::integer,
                       alone = false
                  FROM due
                 WHERE outbox.project_id = due.project_id AND outbox.email_id = due.email_id
                RETURNING outbox.project_id, outbox.email_id, lane, fence, attempts, lost_leases, alone_lost_leases,
                          due.attempt_started AS in_doubt, refusal),
            doubted AS (
                INSERT INTO email_attempts (project_id, email_id, fence, attempt, outcome, stage)
                SELECT project_id, email_id, fence - 1, attempts, 'IN_DOUBT', 'UNKNOWN' FROM claimed WHERE in_doubt
                ON CONFLICT DO NOTHING)
            SELECT claimed.*, coalesce(split_part(to_email, '@', 2), '') AS domain
              FROM claimed
              LEFT JOIN LATERAL (SELECT to_email FROM emails
                                  WHERE project_id = claimed.project_id AND id = claimed.email_id
                                 OFFSET 0) mail ON true
            """;

    /**
     * Renews leases. Skips rows that another statement of this node is writing at this moment: it renews or ends them itself,
     * and waiting for it could deadlock. Returns the rows that this node no longer holds.
     */
    private static final String RENEW = """
            WITH held AS MATERIALIZED (
                SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS held (project_id, email_id, fence)),
            ours AS MATERIALIZED (
                SELECT project_id, email_id
                  FROM outbox
                  JOIN held USING (project_id, email_id, fence)
                   FOR UPDATE OF outbox SKIP LOCKED),
            renewed AS (
                UPDATE outbox
                   SET due_at = now() + make_interval(secs => CASE WHEN attempt_started THEN $5::double precision ELSE $4::double precision END),
                       lease_until = now() + make_interval(secs => CASE WHEN attempt_started THEN $5::double precision ELSE $4::double precision END)
                  FROM ours
                 WHERE outbox.project_id = ours.project_id AND outbox.email_id = ours.email_id)
            SELECT held.email_id
              FROM held
              LEFT JOIN outbox USING (project_id, email_id, fence)
             WHERE outbox.email_id IS NULL
            """;

    /**
     * Releases rows and raises the fence, because a statement of ours that timed out may still be executed after this one.
     */
    private static final String RELEASE = """
            UPDATE outbox
               SET due_at = now() + make_interval(secs => $4), lease_until = NULL, attempt_started = false, fence = outbox.fence + 1
              FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS held (project_id, email_id, fence)
             WHERE outbox.project_id = held.project_id
               AND outbox.email_id = held.email_id
               AND outbox.fence = held.fence
            """;

    /**
     * Ends the leases of a former process. A scan of the queue, once per start: an index would be written by each claim. All
     * emails that were being sent count a crash; those that had reached their final dot are in doubt, and of the rest none was
     * accepted, so their attempts are not counted. One that was being composed alone is left to the claim, which makes it
     * pause.
     */
    private static final String END_LEASES = """
            WITH ended AS MATERIALIZED (
                SELECT outbox.*, attempt_started AND NOT alone AS died,
                       NOT $2 OR (project_id, email_id, fence) IN (
                           SELECT * FROM unnest($3::uuid[], $4::uuid[], $5::bigint[])) AS offered
                  FROM outbox
                 WHERE holder = $1 AND (attempt_started OR lease_until > now())
                   FOR UPDATE),
            released AS (
                UPDATE outbox
                   SET due_at = now(), lease_until = now(), attempt_started = ended.alone AND ended.attempt_started,
                       lost_leases = ended.lost_leases + ended.died::integer,
                       attempts = ended.attempts - (ended.died AND NOT ended.offered)::integer
                  FROM ended
                 WHERE outbox.project_id = ended.project_id AND outbox.email_id = ended.email_id),
            doubted AS (
                INSERT INTO email_attempts (project_id, email_id, fence, attempt, outcome, stage)
                SELECT project_id, email_id, fence, attempts, 'IN_DOUBT', 'UNKNOWN' FROM ended WHERE died AND offered
                ON CONFLICT DO NOTHING)
            SELECT count(*) AS emails, count(*) FILTER (WHERE died AND offered) AS in_doubt FROM ended
            """;

    private static final String QUEUED = """
            SELECT outbox.email_id
              FROM outbox
              JOIN unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS held (project_id, email_id, fence) USING (project_id, email_id)
             WHERE outbox.fence > held.fence
            """;

    private static final String CLEAR_CRASHES = """
            UPDATE outbox
               SET alone = false, lost_leases = 0, alone_lost_leases = 0
              FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS held (project_id, email_id, fence)
             WHERE outbox.project_id = held.project_id
               AND outbox.email_id = held.email_id
               AND outbox.fence = held.fence
            """;

    /**
     * Pauses rows. The attempt is neither counted nor dated, and the row returns to where it came from, in a lane that is not
     * served.
     */
    private static final String EXTEND_LEASE = """
            UPDATE outbox
               SET lane = 3, due_at = outbox.created_at, lease_until = NULL, attempt_started = false, fence = outbox.fence + 1,
                   attempts = outbox.attempts - 1, message_date = CASE WHEN outbox.attempts > 1 THEN outbox.message_date END
              FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS held (project_id, email_id, fence)
             WHERE outbox.project_id = held.project_id
               AND outbox.email_id = held.email_id
               AND outbox.fence = held.fence
            """;

    /** Counts up to 100,000 rows, which takes some 10 ms; emails whose time has not come are not counted. */
    private static final String DEPTH = """
            SELECT count(*) AS depth,
                   coalesce(extract(epoch FROM now() - min(created_at)), 0)::bigint AS oldest,
                   count(*) FILTER (WHERE deferred) AS deferred,
                   coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE deferred)), 0)::bigint AS oldest_deferred
              FROM (SELECT created_at, attempts > 0 AND NOT attempt_started AND due_at > now() AS deferred
                      FROM outbox LIMIT 100000) unfinished
             WHERE created_at <= now()
            """;

    /**
     * The backlog: the number of waiting emails and the age of the oldest.
     *
     * @param deferred those that were tried and wait for their next attempt
     */
    public record Depth(long rows, long oldestSeconds, long deferred, long oldestDeferredSeconds) {}

    /** The max number of rows to claim from one lane. */
    public record Share(Lane lane, int rows) {}

    public Future<Depth> depth(SqlClient db) {
        return db.preparedQuery(DEPTH)
                .mapping(row -> new Depth(
                        row.getLong("depth"),
                        row.getLong("oldest"),
                        row.getLong("deferred"),
                        row.getLong("oldest_deferred")))
                .execute()
                .map(rows -> rows.iterator().next());
    }

    /** Completes with at most {@code limit} lanes that have a row due now. */
    public Future<List<Lane>> dueLanes(SqlClient db, int limit) {
        return db.preparedQuery(DUE_LANES).execute(Tuple.of(limit)).map(rows -> stream(rows)
                .map(row -> new Lane(row.getUUID("project_id"), row.getShort("lane")))
                .toList());
    }

    /**
     * Claims due rows; one that is not finished, renewed or marked as being sent within {@code lease} becomes due again.
     */
    public Future<List<ClaimedEmail>> claim(SqlClient db, List<Share> shares, Duration lease, UUID holder) {
        var tuple = Tuple.tuple()
                .addArrayOfUUID(
                        shares.stream().map(share -> share.lane().project()).toArray(UUID[]::new))
                .addArrayOfShort(
                        shares.stream().map(share -> share.lane().lane()).toArray(Short[]::new))
                .addArrayOfInteger(shares.stream().map(Share::rows).toArray(Integer[]::new))
                .addDouble(Columns.seconds(lease))
                .addInteger(shares.stream().mapToInt(Share::rows).sum())
                .addUUID(holder);
        return db.preparedQuery(CLAIM)
                .execute(tuple)
                .map(rows -> stream(rows).map(OutboxClaimStore::claimed).toList());
    }

    /** The number of emails whose leases were ended, and how many of them may have been accepted. */
    public record EndedLeases(long emails, long inDoubt) {}

    /**
     * Ends the leases of a node that has crashed: its rows are due at once.
     *
     * @param offered the attempts that may have reached their final dot; empty: any may
     */
    public Future<EndedLeases> endLeases(SqlClient db, UUID holder, Optional<List<OfferedAttempt>> offered) {
        var journal = offered.orElse(List.of());
        var tuple = Tuple.of(holder, offered.isPresent())
                .addArrayOfUUID(journal.stream()
                        .map(attempt -> attempt.project().value())
                        .toArray(UUID[]::new))
                .addArrayOfUUID(
                        journal.stream().map(attempt -> attempt.email().value()).toArray(UUID[]::new))
                .addArrayOfLong(journal.stream().map(OfferedAttempt::fence).toArray(Long[]::new));
        return db.preparedQuery(END_LEASES)
                .mapping(row -> new EndedLeases(row.getLong("emails"), row.getLong("in_doubt")))
                .execute(tuple)
                .map(rows -> rows.iterator().next());
    }

    /** Completes with the claims whose email is still queued, under another claim. */
    public Future<List<ClaimedEmail>> queued(SqlClient db, List<ClaimedEmail> allClaimed) {
        return db.preparedQuery(QUEUED).execute(keys(allClaimed)).map(rows -> {
            var queued = new HashSet<UUID>();
            rows.forEach(row -> queued.add(row.getUUID("email_id")));
            return allClaimed.stream()
                    .filter(claimed -> queued.contains(claimed.email().value()))
                    .toList();
        });
    }

    /** Renews the leases; completes with the emails that this node no longer holds. */
    Future<Set<EmailId>> renew(SqlClient db, List<ClaimedEmail> leased, Duration lease, Duration recoveryDelay) {
        return db.preparedQuery(RENEW)
                .execute(keys(leased).addDouble(Columns.seconds(lease)).addDouble(Columns.seconds(recoveryDelay)))
                .map(rows -> {
                    var lost = new HashSet<EmailId>();
                    rows.forEach(row -> lost.add(new EmailId(row.getUUID("email_id"))));
                    return lost;
                });
    }

    /** Releases rows that were not started, or whose message was never sent; they are due after {@code pause}. */
    public Future<Void> release(SqlClient db, List<ClaimedEmail> leased, Duration pause) {
        return db.preparedQuery(RELEASE)
                .execute(keys(leased).addDouble(Columns.seconds(pause)))
                .mapEmpty();
    }

    /** Clears the crashes of an email that was composed alone without a crash. */
    public Future<Void> clearCrashes(SqlClient db, ClaimedEmail claimed) {
        return db.preparedQuery(CLEAR_CRASHES).execute(keys(List.of(claimed))).mapEmpty();
    }

    /** Takes rows out of the queue until their campaign is resumed, as if their attempt had not begun. */
    public Future<Void> pause(SqlClient db, List<ClaimedEmail> leased) {
        return db.preparedQuery(EXTEND_LEASE).execute(keys(leased)).mapEmpty();
    }

    /** Returns project, email and fence of each claim, as the first three parameters. */
    public static Tuple keys(List<ClaimedEmail> allClaimed) {
        return Tuple.tuple()
                .addArrayOfUUID(allClaimed.stream()
                        .map(claimed -> claimed.project().value())
                        .toArray(UUID[]::new))
                .addArrayOfUUID(allClaimed.stream()
                        .map(claimed -> claimed.email().value())
                        .toArray(UUID[]::new))
                .addArrayOfLong(allClaimed.stream().map(ClaimedEmail::fence).toArray(Long[]::new));
    }

    private static ClaimedEmail claimed(Row row) {
        return new ClaimedEmail(
                new ProjectId(row.getUUID("project_id")),
                new EmailId(row.getUUID("email_id")),
                row.getString("domain"),
                row.getShort("lane"),
                row.getLong("fence"),
                row.getInteger("attempts"),
                row.getInteger("lost_leases"),
                row.getInteger("alone_lost_leases"),
                row.getBoolean("in_doubt"),
                Optional.ofNullable(row.getJsonObject("refusal")).map(RefusalColumnStore::read));
    }

    private static Stream<Row> stream(Iterable<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false);
    }
}
