package io.godwit.sending.queue;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Columns;
import io.godwit.sending.SendingMessages.Lane;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.traces.TraceContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Finds and claims due rows of the {@code outbox}. Every statement serves all projects at once. */
public final class OutboxClaimStore {

    /**
     * Finds lanes with due rows by jumping from lane to lane over the index, so it costs the number of lanes and not of rows.
     * Lane 3 is not served: emails of paused campaigns and those on hold after a restore are in it.
     */
    private static final String DUE_LANES = """
            WITH RECURSIVE seen AS (
                (SELECT project_id, lane, destination FROM outbox ORDER BY project_id, lane, destination LIMIT 1)
                UNION ALL
                SELECT next.project_id, next.lane, next.destination
                  FROM seen
                 CROSS JOIN LATERAL (SELECT outbox.project_id, outbox.lane, outbox.destination
                                       FROM outbox
                                      WHERE (outbox.project_id, outbox.lane, outbox.destination)
                                            > (seen.project_id, seen.lane, seen.destination)
                                      ORDER BY outbox.project_id, outbox.lane, outbox.destination
                                      LIMIT 1) next)
            SELECT project_id, lane, destination
              FROM seen
             WHERE lane < 3
               AND EXISTS (SELECT FROM outbox
                            WHERE outbox.project_id = seen.project_id AND outbox.lane = seen.lane
                              AND outbox.destination = seen.destination AND due_at <= now())
             LIMIT $1
            """;

    /**
     * Claims due rows. Rows of another claim are skipped, so any number of nodes share the queue. Of each share up to a part goes to
     * retries, which are due later than all first attempts of an old backlog and would wait behind them. A row that was being sent
     * when its lease ended is in doubt: that is counted and logged in the same statement. The last limits are the sum of the
     * shares: without them the planner expects a tenth of the table and reads all of it, 208 ms at a million rows instead of 18
     * (cold, measured 2026-11-21).
     */
    private static final String CLAIM = """
            WITH requested AS MATERIALIZED (
                SELECT *
                  FROM unnest($1::uuid[], $2::smallint[], $3::integer[], $7::smallint[], $8::integer[])
                       WITH ORDINALITY AS requested (project_id, lane, share, destination, retries, number)),
            retried AS MATERIALIZED (
                SELECT number, head.*
                  FROM requested
                 CROSS JOIN LATERAL (SELECT project_id, email_id, attempt_started
                                       FROM outbox
                                      WHERE outbox.project_id = requested.project_id
                                        AND outbox.lane = requested.lane
                                        AND outbox.destination = requested.destination
                                        AND message_date IS NOT NULL AND NOT attempt_started
                                        AND due_at <= now()%1$s
                                      ORDER BY due_at
                                      LIMIT requested.retries
                                        FOR UPDATE SKIP LOCKED) head
                 LIMIT $5),
            others AS MATERIALIZED (
                SELECT head.*
                  FROM requested
                  LEFT JOIN (SELECT number, count(*) AS rows FROM retried GROUP BY number) taken USING (number)
                 CROSS JOIN LATERAL (SELECT project_id, email_id, attempt_started
                                       FROM outbox
                                      WHERE outbox.project_id = requested.project_id
                                        AND outbox.lane = requested.lane
                                        AND outbox.destination = requested.destination
                                        AND due_at <= now()%1$s
                                        AND (project_id, email_id) NOT IN (SELECT project_id, email_id FROM retried)
                                      ORDER BY due_at
                                      LIMIT requested.share - coalesce(taken.rows, 0)
                                        FOR UPDATE SKIP LOCKED) head
                 LIMIT $5),
            due AS MATERIALIZED (
                SELECT project_id, email_id, attempt_started FROM retried
                 UNION ALL
                TABLE others),
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
                       alone_lost_fences = CASE WHEN due.attempt_started AND alone THEN array_append(alone_lost_fences, fence)
                                                ELSE alone_lost_fences END,
                       alone = false
                  FROM due
                 WHERE outbox.project_id = due.project_id AND outbox.email_id = due.email_id
                RETURNING outbox.project_id, outbox.email_id, lane, destination, fence, attempts, lost_leases, alone_lost_leases,
                          due.attempt_started AS in_doubt, CASE WHEN NOT due.attempt_started THEN refusal END AS refusal, egress_source, trace_context,
                          extract(epoch FROM now() - created_at)::double precision AS age,
                          coalesce(extract(epoch FROM now() - message_date), 0)::double precision AS since_first_attempt),
            logged AS (
                INSERT INTO email_attempts (project_id, email_id, fence, attempt, outcome, stage)
                SELECT project_id, email_id, fence - 1, attempts, 'IN_DOUBT', 'UNKNOWN' FROM claimed WHERE in_doubt
                ON CONFLICT DO NOTHING)
            %2$s
            """;

    private static final String CLAIM_FOR_RELAY = CLAIM.formatted("", """
            SELECT claimed.*, coalesce(split_part(to_email, '@', 2), '') AS domain, '' AS email_class, '' AS sender_domain,
                   false AS tls_report, false AS unclear
              FROM claimed
              LEFT JOIN LATERAL (SELECT to_email FROM emails
                                  WHERE project_id = claimed.project_id AND id = claimed.email_id
                                 OFFSET 0) email ON true
            """);

    /**
     * Claims with the facts that decide how each email leaves, and leaves the rows alone whose egress source another node has leased.
     */
    private static final String CLAIM_FOR_DIRECT = CLAIM.formatted("""

                                        AND (egress_source IS NULL OR egress_source <> ALL ($9::text[]))""", """
            SELECT claimed.*, coalesce(split_part(to_email, '@', 2), '') AS domain, coalesce(email_class, '') AS email_class,
                   coalesce(split_part(from_email, '@', 2), '') AS sender_domain, coalesce(tls_report, false) AS tls_report,
                   egress_source IS NOT NULL
                   AND EXISTS (SELECT FROM email_attempts earlier
                                WHERE earlier.project_id = claimed.project_id AND earlier.email_id = claimed.email_id
                                  AND earlier.outcome IN ('UNCLEAR', 'IN_DOUBT')) AS unclear
              FROM claimed
              LEFT JOIN LATERAL (SELECT to_email, email_class, content_id FROM emails
                                  WHERE project_id = claimed.project_id AND id = claimed.email_id
                                 OFFSET 0) email ON true
              LEFT JOIN LATERAL (SELECT from_email, headers @> '[{"name": "TLS-Report-Domain"}]' AS tls_report FROM contents
                                  WHERE project_id = claimed.project_id AND id = email.content_id
                                 OFFSET 0) content ON true
            """);

    /** The max number of rows to claim from one lane. */
    public record Share(Lane lane, int rows) {

        /** Returns the max number of retries that go before older first attempts: half, rounded up or down by chance. */
        private int retries() {
            return (rows + ThreadLocalRandom.current().nextInt(2)) / 2;
        }
    }

    /** Completes with at most {@code limit} lanes that have a row due now. */
    public Future<List<Lane>> dueLanes(SqlClient db, int limit) {
        return db.preparedQuery(DUE_LANES).execute(Tuple.of(limit)).map(rows -> stream(rows)
                .map(row -> new Lane(row.getUUID("project_id"), row.getShort("lane"), row.getShort("destination")))
                .toList());
    }

    /**
     * Claims due rows; one that is not finished, renewed or marked as being sent within {@code lease} becomes due again.
     */
    public Future<List<ClaimedEmail>> claim(SqlClient db, List<Share> shares, Duration lease, UUID holder) {
        return db.preparedQuery(CLAIM_FOR_RELAY)
                .execute(parameters(shares, lease, holder))
                .map(rows -> stream(rows).map(OutboxClaimStore::claimed).toList());
    }

    /**
     * Claims due rows likewise, with their sender's domain and class, but none that has to leave from one of the sources other
     * nodes hold.
     */
    public Future<List<ClaimedEmail>> claimForDirect(
            SqlClient db, List<Share> shares, Duration lease, UUID holder, Collection<String> foreignSources) {
        return db.preparedQuery(CLAIM_FOR_DIRECT)
                .execute(parameters(shares, lease, holder).addArrayOfString(foreignSources.toArray(String[]::new)))
                .map(rows -> stream(rows).map(OutboxClaimStore::claimed).toList());
    }

    private static Tuple parameters(List<Share> shares, Duration lease, UUID holder) {
        return Tuple.tuple()
                .addArrayOfUUID(
                        shares.stream().map(share -> share.lane().project()).toArray(UUID[]::new))
                .addArrayOfShort(
                        shares.stream().map(share -> share.lane().lane()).toArray(Short[]::new))
                .addArrayOfInteger(shares.stream().map(Share::rows).toArray(Integer[]::new))
                .addDouble(Columns.seconds(lease))
                .addInteger(shares.stream().mapToInt(Share::rows).sum())
                .addUUID(holder)
                .addArrayOfShort(
                        shares.stream().map(share -> share.lane().destination()).toArray(Short[]::new))
                .addArrayOfInteger(shares.stream().map(Share::retries).toArray(Integer[]::new));
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
                Optional.ofNullable(row.getJsonObject("refusal")).map(RefusalColumnStore::read),
                new ClaimedEmail.DeliveryFacts(
                        row.getShort("destination"),
                        row.getString("sender_domain"),
                        row.getString("email_class"),
                        row.getBoolean("tls_report"),
                        Optional.ofNullable(row.getString("egress_source")),
                        duration(row, "since_first_attempt"),
                        row.getBoolean("unclear"),
                        duration(row, "age")),
                Optional.ofNullable(row.getString("trace_context")).flatMap(TraceContext::parse));
    }

    private static Duration duration(Row row, String seconds) {
        return Duration.ofMillis((long) (row.getDouble(seconds) * 1000));
    }

    private static Stream<Row> stream(Iterable<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false);
    }
}
