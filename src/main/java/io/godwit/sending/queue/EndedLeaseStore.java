package io.godwit.sending.queue;

import io.godwit.sending.attempt.OfferedAttempt;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Ends the leases that an earlier process of this node left behind in the {@code outbox}. */
public final class EndedLeaseStore {

    /**
     * Ends the leases of a former process. A scan of the queue, once per start: an index would be written by each claim. All
     * emails that were being sent count a crash; those that had reached their final dot are in doubt, and of the rest none was
     * accepted, so their attempts are not counted. One that was being composed alone is left to the claim, which makes it
     * pause.
     */
    private static final String END_LEASES = """
            WITH ended AS MATERIALIZED (
                SELECT outbox.*, attempt_started AND NOT alone AS crashed,
                       NOT $2 OR (project_id, email_id, fence) IN (
                           SELECT * FROM unnest($3::uuid[], $4::uuid[], $5::bigint[])) AS offered
                  FROM outbox
                 WHERE holder = $1 AND (attempt_started OR lease_until > now())
                   FOR UPDATE),
            released AS (
                UPDATE outbox
                   SET due_at = now(), lease_until = now(), attempt_started = ended.alone AND ended.attempt_started,
                       lost_leases = ended.lost_leases + ended.crashed::integer,
                       attempts = ended.attempts - (ended.crashed AND NOT ended.offered)::integer
                  FROM ended
                 WHERE outbox.project_id = ended.project_id AND outbox.email_id = ended.email_id),
            logged AS (
                INSERT INTO email_attempts (project_id, email_id, fence, attempt, outcome, stage)
                SELECT project_id, email_id, fence, attempts, 'IN_DOUBT', 'UNKNOWN' FROM ended WHERE crashed AND offered
                ON CONFLICT DO NOTHING)
            SELECT count(*) AS emails, count(*) FILTER (WHERE crashed AND offered) AS in_doubt FROM ended
            """;

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
}
