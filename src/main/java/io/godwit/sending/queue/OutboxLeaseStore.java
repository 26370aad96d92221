package io.godwit.sending.queue;

import io.godwit.core.id.EmailId;
import io.godwit.db.Columns;
import io.godwit.sending.attempt.ClaimedEmail;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;

/**
 * Renews and releases claimed rows of the {@code outbox}. Every statement serves all projects at once and names the claim's fence.
 */
public final class OutboxLeaseStore {

    /**
     * Renews leases. Skips rows that another statement of this node is writing at this moment: it renews or ends them itself,
     * and waiting for it could deadlock. Returns the claims that are void: their row has a newer fence, or is not queued any more.
     */
    private static final String RENEW = """
            WITH claimed AS MATERIALIZED (
                SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS claimed (project_id, email_id, fence)),
            locked AS MATERIALIZED (
                SELECT project_id, email_id
                  FROM outbox
                  JOIN claimed USING (project_id, email_id, fence)
                   FOR UPDATE OF outbox SKIP LOCKED),
            renewed AS (
                UPDATE outbox
                   SET due_at = now() + make_interval(secs => CASE WHEN attempt_started THEN $5::double precision ELSE $4::double precision END),
                       lease_until = now() + make_interval(secs => CASE WHEN attempt_started THEN $5::double precision ELSE $4::double precision END)
                  FROM locked
                 WHERE outbox.project_id = locked.project_id AND outbox.email_id = locked.email_id)
            SELECT claimed.email_id, claimed.fence, outbox.email_id IS NOT NULL AS queued
              FROM claimed
              LEFT JOIN outbox USING (project_id, email_id)
             WHERE outbox.fence IS DISTINCT FROM claimed.fence
            """;

    /**
     * Releases rows and raises the fence, because a statement of ours that timed out may still be executed after this one.
     */
    private static final String RELEASE = """
            UPDATE outbox
               SET due_at = now() + make_interval(secs => $4), lease_until = NULL, attempt_started = false, fence = outbox.fence + 1
              FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS claimed (project_id, email_id, fence)
             WHERE outbox.project_id = claimed.project_id
               AND outbox.email_id = claimed.email_id
               AND outbox.fence = claimed.fence
            """;

    private static final String QUEUED = """
            SELECT outbox.email_id
              FROM outbox
              JOIN unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS claimed (project_id, email_id, fence) USING (project_id, email_id)
             WHERE outbox.fence > claimed.fence
            """;

    private static final String CLEAR_CRASHES = """
            UPDATE outbox
               SET alone = false, lost_leases = 0, alone_lost_leases = 0, alone_lost_fences = NULL
              FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS claimed (project_id, email_id, fence)
             WHERE outbox.project_id = claimed.project_id
               AND outbox.email_id = claimed.email_id
               AND outbox.fence = claimed.fence
            """;

    /**
     * Uncounts crashes, but none of a row that has lost its lease twenty times: one that makes node after node stand still has to be
     * dead in the end, although it crashes none.
     */
    private static final String UNCOUNT_CRASHES = """
            UPDATE outbox
               SET alone_lost_leases = greatest(0, alone_lost_leases - 1),
                   alone_lost_fences = array_remove(alone_lost_fences, claimed.fence)
              FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS claimed (project_id, email_id, fence)
             WHERE outbox.project_id = claimed.project_id
               AND outbox.email_id = claimed.email_id
               AND claimed.fence = ANY (outbox.alone_lost_fences)
               AND outbox.lost_leases < 20
            """;

    /**
     * Pauses rows. The attempt is neither counted nor dated, and the row returns to where it came from, in a lane that is not
     * served.
     */
    private static final String PAUSE = """
            UPDATE outbox
               SET lane = 3, due_at = outbox.created_at, lease_until = NULL, attempt_started = false, fence = outbox.fence + 1,
                   attempts = outbox.attempts - 1, message_date = CASE WHEN outbox.attempts > 1 THEN outbox.message_date END
              FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS claimed (project_id, email_id, fence)
             WHERE outbox.project_id = claimed.project_id
               AND outbox.email_id = claimed.email_id
               AND outbox.fence = claimed.fence
            """;

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

    /**
     * A claim that could not be renewed.
     *
     * @param queued whether its email is still queued, so under a newer fence; else it has ended or was deleted
     */
    public record VoidClaim(EmailId email, long fence, boolean queued) {

        boolean isOf(ClaimedEmail claimed) {
            return claimed.fence() == fence && claimed.email().equals(email);
        }
    }

    /** Renews the leases; completes with the claims that are void. */
    public Future<List<VoidClaim>> renew(
            SqlClient db, List<ClaimedEmail> leased, Duration lease, Duration recoveryDelay) {
        return db.preparedQuery(RENEW)
                .mapping(row -> new VoidClaim(
                        new EmailId(row.getUUID("email_id")), row.getLong("fence"), row.getBoolean("queued")))
                .execute(keys(leased).addDouble(Columns.seconds(lease)).addDouble(Columns.seconds(recoveryDelay)))
                .map(rows -> rows.stream().toList());
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

    /** Takes back the crashes that later claims counted when the leases of these had ended: their node lives. */
    Future<Void> uncountCrashes(SqlClient db, List<ClaimedEmail> allClaimed) {
        return db.preparedQuery(UNCOUNT_CRASHES).execute(keys(allClaimed)).mapEmpty();
    }

    /** Takes rows out of the queue until their campaign is resumed, as if their attempt had not begun. */
    public Future<Void> pause(SqlClient db, List<ClaimedEmail> leased) {
        return db.preparedQuery(PAUSE).execute(keys(leased)).mapEmpty();
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
}
