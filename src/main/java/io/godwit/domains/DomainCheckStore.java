package io.godwit.domains;

import io.godwit.core.Tenant;
import io.godwit.core.id.DomainId;
import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.StreamSupport;

/** Claims domains for their checks and writes the results. Private keys are moved, never read. */
final class DomainCheckStore {

    /**
     * Claims a due domain together with one of the {@code domain_check_slots}, which limit the checks at once over all
     * nodes.
     */
    private static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT project_id, id
                  FROM domains
                 WHERE check_at <= now() AND NOT trusted
                 ORDER BY check_at
                 LIMIT 1
                   FOR UPDATE SKIP LOCKED),
            slot AS MATERIALIZED (
                SELECT number
                  FROM domain_check_slots
                 WHERE held_until <= now() AND EXISTS (SELECT FROM due)
                 LIMIT 1
                   FOR UPDATE SKIP LOCKED),
            leased AS (
                UPDATE domain_check_slots
                   SET held_until = now() + make_interval(secs => $1), holder = $2
                  FROM slot
                 WHERE domain_check_slots.number = slot.number)
            UPDATE domains
               SET check_at = now() + make_interval(secs => $1), fence = fence + 1
              FROM due, slot
             WHERE domains.project_id = due.project_id AND domains.id = due.id
            RETURNING\s""" + DomainRows.COLUMNS;

    private static final String CLAIM_THIS = """
            UPDATE domains
               SET check_at = now() + make_interval(secs => $3), fence = fence + 1
             WHERE project_id = $1 AND id = $2
            RETURNING\s""" + DomainRows.COLUMNS;

    /**
     * Writes the result of a check. A miss counts once in half a period, however often a check is asked for, so that three
     * misses in a row are at different times. A look-up without an answer changes nothing.
     */
    private static final String WRITE = """
            WITH before AS (
                SELECT verified, miss_count, missed_at IS NULL OR missed_at <= now() - make_interval(secs => $6) AS counts
                  FROM domains
                 WHERE project_id = $1 AND id = $2 AND fence = $3
                   FOR UPDATE)
            UPDATE domains
               SET findings = $4::text::jsonb,
                   checked_at = now(),
                   fence = fence + 1,
                   check_at = now() + make_interval(secs => $7),
                   verified = CASE $5::text WHEN 'PROVEN' THEN true
                                      WHEN 'ABSENT' THEN domains.verified AND before.miss_count + before.counts::int < $8
                                      ELSE domains.verified END,
                   verified_at = CASE WHEN $5::text = 'PROVEN' AND NOT domains.verified THEN now() ELSE verified_at END,
                   miss_count = CASE $5::text WHEN 'PROVEN' THEN 0
                                    WHEN 'ABSENT' THEN least(before.miss_count + before.counts::int, $8)
                                    ELSE domains.miss_count END,
                   missed_at = CASE WHEN $5::text = 'PROVEN' THEN NULL
                                    WHEN $5::text = 'ABSENT' AND before.counts THEN now()
                                    ELSE missed_at END,
                   old_selector = CASE WHEN $9 THEN selector ELSE old_selector END,
                   old_public_key = CASE WHEN $9 THEN public_key ELSE old_public_key END,
                   old_until = CASE WHEN $9 THEN now() + make_interval(secs => $10) ELSE old_until END,
                   selector = CASE WHEN $9 THEN next_selector ELSE selector END,
                   private_key = CASE WHEN $9 THEN next_private_key ELSE private_key END,
                   public_key = CASE WHEN $9 THEN next_public_key ELSE public_key END,
                   next_selector = CASE WHEN NOT $9 THEN next_selector END,
                   next_private_key = CASE WHEN NOT $9 THEN next_private_key END,
                   next_public_key = CASE WHEN NOT $9 THEN next_public_key END,
                   updated_at = CASE WHEN $9 OR $5::text = 'PROVEN' AND NOT domains.verified
                                          OR $5::text = 'ABSENT' AND domains.verified
                                             AND before.miss_count + before.counts::int >= $8
                                     THEN now() ELSE updated_at END
              FROM before
             WHERE project_id = $1 AND id = $2 AND fence = $3
            RETURNING before.verified <> domains.verified OR $9 AS changed,\s""" + DomainRows.COLUMNS;

    /** The result of a check, as it is written. */
    record CheckResult(VerificationResult result, List<RecordCheck> findings, boolean nextKeyVerified) {}

    /** A domain after its check; {@code changed} is true when other nodes have to evict it. */
    record WrittenCheck(Domain domain, boolean changed) {}

    /**
     * Claims the domain that has waited longest for its check; empty when none is due, or too many are being checked.
     *
     * @param place the id that the caller passes to {@link #release}
     */
    Future<Optional<Domain>> claim(SqlClient db, UUID place, Duration lease) {
        return db.preparedQuery(CLAIM)
                .execute(Tuple.of(Columns.seconds(lease), place))
                .map(rows -> DomainRows.stream(rows).findFirst());
    }

    /**
     * Releases the place of a check, if the caller still holds it; the place of a crashed node is free when its lease ends.
     */
    Future<Void> release(SqlClient db, UUID place) {
        return db.preparedQuery("""
                        UPDATE domain_check_slots SET held_until = '-infinity', holder = NULL WHERE holder = $1
                        """).execute(Tuple.of(place)).mapEmpty();
    }

    /** Claims this domain, due or not; a check of it elsewhere loses its claim. */
    Future<Optional<Domain>> claim(SqlClient db, Tenant tenant, DomainId id, Duration lease) {
        return db.preparedQuery(CLAIM_THIS)
                .execute(Tuple.of(tenant.project().value(), id.value(), Columns.seconds(lease)))
                .map(rows -> DomainRows.stream(rows).findFirst());
    }

    /**
     * Writes the result of a check; empty when the domain was claimed by another check or deleted, and nothing is written.
     */
    Future<Optional<WrittenCheck>> write(SqlClient db, Domain domain, CheckResult result, CheckIntervals intervals) {
        return db.preparedQuery(WRITE)
                .execute(Tuple.of(domain.tenant().project().value(), domain.id().value(), domain.fence())
                        .addString(DomainRows.json(result.findings()))
                        .addString(result.result().name())
                        .addDouble(Columns.seconds(intervals.missEvery()))
                        .addDouble(Columns.seconds(intervals.nextCheck()))
                        .addInteger(intervals.missCount())
                        .addBoolean(result.nextKeyVerified())
                        .addDouble(Columns.seconds(intervals.oldKeyRetention())))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(row -> new WrittenCheck(DomainRows.domain(row), row.getBoolean("changed")))
                        .findFirst());
    }

    /**
     * The times and limits of a check.
     *
     * @param missEvery the least time between misses that count
     * @param missCount the number of misses after which the domain is no longer verified
     */
    record CheckIntervals(Duration nextCheck, Duration missEvery, int missCount, Duration oldKeyRetention) {}
}
