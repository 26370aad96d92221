package io.godwit.tracking;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/** Reads and writes the {@code hits} table. */
final class HitStore {

    /** A hit may be stored already, by an earlier statement whose answer was lost. */
    private static final String INSERT = """
            INSERT INTO hits (project_id, id, email_id, kind, link, origin, user_agent, created_at, repeats, client)
            SELECT project_id, id, email_id, kind, link, origin, user_agent,
                   CASE WHEN at = 'epoch' THEN now() - make_interval(secs => age) ELSE at END, repeats, client
              FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[],
                          $9::integer[], $10::smallint[], $11::double precision[])
                   AS hit (project_id, id, email_id, kind, link, origin, user_agent, at, repeats, client, age)
                ON CONFLICT (project_id, id) DO NOTHING
            """;

    /**
     * Locks hits, except those of emails whose sending is not recorded yet: the log row could not be updated. A person's click waits
     * until its email had no other one for {@code $2} seconds, at most ten of them, so that {@link ScannerDetector} sees all clicks
     * that belong together.
     */
    private static final String CLAIM = """
            SELECT *
              FROM hits
             WHERE NOT counted
               AND NOT EXISTS (SELECT FROM emails
                                WHERE emails.project_id = hits.project_id AND emails.id = hits.email_id
                                  AND emails.status = 'PENDING')
               AND NOT (kind = 'CLICK' AND origin = 'HUMAN' AND created_at > now() - 10 * make_interval(secs => $2)
                        AND EXISTS (SELECT FROM hits AS click
                                     WHERE click.project_id = hits.project_id AND click.email_id = hits.email_id
                                       AND click.kind = 'CLICK' AND NOT click.counted
                                       AND click.created_at > now() - make_interval(secs => $2)))
             ORDER BY id
             LIMIT $1
               FOR UPDATE SKIP LOCKED
            """;

    private static final String COUNTED = """
            UPDATE hits
               SET counted = true, origin = hit.origin, counted_id = hit.counted_id, first_of_email = hit.first_of_email,
                   repeats = hit.repeats
              FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::boolean[], $6::integer[])
                   AS hit (project_id, id, origin, counted_id, first_of_email, repeats)
             WHERE hits.project_id = hit.project_id AND hits.id = hit.id
            """;

    /** The lower bound of the ids leaves room for clocks of nodes that differ by a minute. */
    private static final String COUNTED_FIRSTS = """
            SELECT hits.*
              FROM hits
              JOIN (SELECT DISTINCT project_id, email_id FROM unnest($1::uuid[], $2::uuid[]) AS one (project_id, email_id)) AS emails
                   ON hits.project_id = emails.project_id AND hits.email_id = emails.email_id
             WHERE hits.id >= uuid_v7_floor($3::timestamptz - interval '1 minute') AND hits.created_at > $3
               AND counted AND repeats IS NULL AND client IS NOT NULL
            """;

    private static final String DELETE = """
            DELETE FROM hits
             USING unnest($1::uuid[], $2::uuid[]) AS hit (project_id, id)
             WHERE hits.project_id = hit.project_id AND hits.id = hit.id
            """;

    private static final String EXPIRE = """
            DELETE FROM hits
             WHERE ctid = ANY (ARRAY(
                   SELECT ctid FROM hits WHERE created_at < now() - make_interval(secs => $1) LIMIT $2))
            """;

    /** Inserts hits that have a time. */
    Future<Void> insert(SqlClient db, List<Hit> hits) {
        return insert(db, hits, Collections.nCopies(hits.size(), Duration.ZERO));
    }

    /**
     * Inserts hits; those that are stored already stay as they are.
     *
     * @param ages the times that have passed since the hits came, in their order
     */
    Future<Void> insert(SqlClient db, List<Hit> hits, List<Duration> ages) {
        return db.preparedQuery(INSERT)
                .execute(Tuple.tuple()
                        .addArrayOfUUID(ids(hits, hit -> hit.project().value()))
                        .addArrayOfUUID(ids(hits, Hit::id))
                        .addArrayOfUUID(ids(hits, hit -> hit.email().value()))
                        .addArrayOfString(texts(hits, hit -> hit.kind().name()))
                        .addArrayOfString(texts(hits, hit -> hit.link().orElse(null)))
                        .addArrayOfString(texts(hits, hit -> hit.visitorClass().name()))
                        .addArrayOfString(texts(hits, hit -> hit.userAgent().orElse(null)))
                        .addArrayOfOffsetDateTime(hits.stream()
                                .map(hit -> hit.at().atOffset(ZoneOffset.UTC))
                                .toArray(OffsetDateTime[]::new))
                        .addArrayOfInteger(repeats(hits))
                        .addArrayOfShort(hits.stream()
                                .map(hit -> hit.client().orElse(null))
                                .toArray(Short[]::new))
                        .addArrayOfDouble(ages.stream().map(Columns::seconds).toArray(Double[]::new)))
                .mapEmpty();
    }

    /**
     * Locks uncounted hits, in the order of their arrival; those locked by another node are skipped.
     *
     * @param together the time within which clicks on an email are looked at together
     */
    Future<List<Hit>> lockUncounted(SqlClient tx, int limit, Duration together) {
        return tx.preparedQuery(CLAIM)
                .mapping(HitStore::hit)
                .execute(Tuple.of(limit, Columns.seconds(together)))
                .map(rows -> rows.stream().toList());
    }

    /** Completes with the counted hits of these emails after {@code since} that are no repeats of a client's. */
    Future<List<Hit>> countedFirsts(SqlClient tx, List<Hit> hits, Instant since) {
        return tx.preparedQuery(COUNTED_FIRSTS)
                .mapping(HitStore::hit)
                .execute(Tuple.of(
                        ids(hits, hit -> hit.project().value()),
                        ids(hits, hit -> hit.email().value()),
                        since.atOffset(ZoneOffset.UTC)))
                .map(rows -> rows.stream().toList());
    }

    private static Hit hit(Row row) {
        return new Hit(
                new ProjectId(row.getUUID("project_id")),
                row.getUUID("id"),
                new EmailId(row.getUUID("email_id")),
                Hit.Kind.valueOf(row.getString("kind")),
                Optional.ofNullable(row.getString("link")),
                HitClass.valueOf(row.getString("origin")),
                Optional.ofNullable(row.getString("user_agent")),
                Optional.ofNullable(row.getShort("client")),
                row.getOffsetDateTime("created_at").toInstant(),
                Optional.ofNullable(row.getInteger("repeats")).orElse(0));
    }

    /**
     * Marks hits as counted, with their class and their repeats.
     *
     * @param firstOfMachines the hits of machines that are the first of their kind of an email
     */
    Future<Void> counted(SqlClient tx, List<Hit> hits, Set<Hit> firstOfMachines) {
        return tx.preparedQuery(COUNTED)
                .execute(Tuple.of(
                        ids(hits, hit -> hit.project().value()),
                        ids(hits, Hit::id),
                        texts(hits, hit -> hit.visitorClass().name()),
                        ids(hits, ignored -> Ids.next()),
                        hits.stream().map(firstOfMachines::contains).toArray(Boolean[]::new),
                        repeats(hits)))
                .mapEmpty();
    }

    Future<Void> delete(SqlClient tx, List<Hit> hits) {
        return tx.preparedQuery(DELETE)
                .execute(Tuple.of(ids(hits, hit -> hit.project().value()), (Object) ids(hits, Hit::id)))
                .mapEmpty();
    }

    /** Deletes old hits; completes with their number. */
    Future<Integer> expire(SqlClient db, Duration retention, int limit) {
        return db.preparedQuery(EXPIRE)
                .execute(Tuple.of(Columns.seconds(retention), limit))
                .map(rows -> rows.rowCount());
    }

    private static Integer[] repeats(List<Hit> hits) {
        return hits.stream()
                .map(hit -> hit.repeats() == 0 ? null : hit.repeats())
                .toArray(Integer[]::new);
    }

    private static UUID[] ids(List<Hit> hits, Function<Hit, UUID> column) {
        return hits.stream().map(column).toArray(UUID[]::new);
    }

    private static String[] texts(List<Hit> hits, Function<Hit, ?> column) {
        return hits.stream().map(column).toArray(String[]::new);
    }
}
