package io.godwit.delivery.tls;

import io.godwit.db.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The table {@code mta_sts_policies}. */
final class StsPolicyStore {

    /** Reads one row, and marks it as used once a day. */
    private static final String FIND = """
            WITH used AS (
                UPDATE mta_sts_policies SET used_at = now() WHERE domain = $1 AND used_at < now() - interval '1 day')
            SELECT record_id, file, expires_at > now() AS valid, failure,
                   coalesce(failed_at > now() - interval '5 minutes', false) AS backing_off
              FROM mta_sts_policies
             WHERE domain = $1
            """;

    private static final String SAVE = """
            INSERT INTO mta_sts_policies (domain, record_id, file, fetched_at, expires_at, refresh_at)
            VALUES ($1, $2, $3, now(), now() + make_interval(secs => $4), now() + interval '1 day')
            ON CONFLICT (domain) DO UPDATE
               SET record_id = excluded.record_id, file = excluded.file, fetched_at = excluded.fetched_at,
                   expires_at = excluded.expires_at, refresh_at = excluded.refresh_at, failed_at = NULL, failure = NULL
            """;

    /** Keeps the policy there is: it outlives a fetch that somebody blocks (RFC 8461 §3.3). */
    private static final String SAVE_FAILURE = """
            INSERT INTO mta_sts_policies (domain, failed_at, failure)
            VALUES ($1, now(), $2)
            ON CONFLICT (domain) DO UPDATE
               SET failed_at = excluded.failed_at, failure = excluded.failure, refresh_at = now() + interval '1 hour'
            """;

    /** Takes policies that are to be fetched again; another node takes them only when an hour has passed. */
    private static final String CLAIM_DUE = """
            WITH due AS MATERIALIZED (
                SELECT domain
                  FROM mta_sts_policies
                 WHERE refresh_at <= now() AND expires_at > now() AND used_at > now() - interval '30 days'
                 ORDER BY refresh_at
                 LIMIT $1
                   FOR UPDATE SKIP LOCKED)
            UPDATE mta_sts_policies
               SET refresh_at = now() + interval '1 hour'
              FROM due
             WHERE mta_sts_policies.domain = due.domain
            RETURNING mta_sts_policies.domain
            """;

    private static final String DELETE_OLD = """
            DELETE FROM mta_sts_policies
             WHERE greatest(expires_at, failed_at) < now() - interval '7 days'
            """;

    Future<StoredStsPolicy> find(SqlClient db, String domain) {
        return db.preparedQuery(FIND)
                .execute(Tuple.of(domain))
                .map(rows -> rows.size() == 0
                        ? StoredStsPolicy.UNKNOWN
                        : stored(rows.iterator().next()));
    }

    private static StoredStsPolicy stored(Row row) {
        return new StoredStsPolicy(
                Optional.ofNullable(row.getString("record_id")),
                Optional.ofNullable(row.getString("file"))
                        .filter(ignored -> Boolean.TRUE.equals(row.getBoolean("valid")))
                        .flatMap(StsPolicy::parse),
                Optional.ofNullable(row.getString("failure")).map(TlsResult::valueOf),
                row.getBoolean("backing_off"));
    }

    Future<Void> save(SqlClient db, String domain, String recordId, String file, Duration maxAge) {
        return db.preparedQuery(SAVE)
                .execute(Tuple.of(domain, recordId, file, Columns.seconds(maxAge)))
                .mapEmpty();
    }

    Future<Void> saveFailure(SqlClient db, String domain, TlsResult failure) {
        return db.preparedQuery(SAVE_FAILURE)
                .execute(Tuple.of(domain, failure.name()))
                .mapEmpty();
    }

    Future<List<String>> claimDue(SqlClient db, int limit) {
        return db.preparedQuery(CLAIM_DUE).execute(Tuple.of(limit)).map(rows -> {
            var domains = new ArrayList<String>();
            rows.forEach(row -> domains.add(row.getString("domain")));
            return domains;
        });
    }

    /** Deletes what has been of no use for a week. */
    Future<Void> deleteOld(SqlClient db) {
        return db.query(DELETE_OLD).execute().mapEmpty();
    }
}
