package io.godwit.delivery;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.StreamSupport;

/**
 * Reads and writes the tables {@code destinations} and {@code destination_domains}, and moves outbox rows between them. A destination in
 * these tables, and in {@code outbox.destination}, is the number of a site.
 */
final class DestinationStore {

    /**
     * Gives a site the smallest free number, unless it has one; a retired one is its own again. The numbers have an end, because
     * claims visit each. Of two nodes that take the same number one gets none.
     */
    private static final String NUMBER = """
            WITH known AS (
                UPDATE destinations SET wanted_at = now(), retired_at = NULL WHERE site = $1 RETURNING number),
            given AS (
                INSERT INTO destinations (number, site)
                SELECT free.number, $1
                  FROM generate_series(1, $2) AS free (number)
                 WHERE NOT EXISTS (SELECT FROM known)
                   AND NOT EXISTS (SELECT FROM destinations WHERE destinations.number = free.number)
                 ORDER BY free.number
                 LIMIT 1
                    ON CONFLICT DO NOTHING
                RETURNING number)
            SELECT number FROM known UNION ALL SELECT number FROM given
            """;

    /**
     * Retires the numbers that no row of the outbox has, of sites without traffic for a day (table {@code site_traffic}), and deletes
     * those that were retired an hour ago. In between rows with such a number may still be committed, by transactions that read the
     * domains before; while there are any, the number stays. The numbers of the outbox are found by jumping from lane to lane over
     * its index, as a claim does.
     */
    private static final String RELEASE = """
            WITH RECURSIVE lanes AS (
                (SELECT project_id, lane, destination FROM outbox ORDER BY project_id, lane, destination LIMIT 1)
                UNION ALL
                SELECT next.project_id, next.lane, next.destination
                  FROM lanes
                 CROSS JOIN LATERAL (SELECT outbox.project_id, outbox.lane, outbox.destination
                                       FROM outbox
                                      WHERE (outbox.project_id, outbox.lane, outbox.destination)
                                            > (lanes.project_id, lanes.lane, lanes.destination)
                                      ORDER BY outbox.project_id, outbox.lane, outbox.destination
                                      LIMIT 1) next),
            queued AS MATERIALIZED (SELECT DISTINCT destination FROM lanes),
            unused AS MATERIALIZED (
                SELECT number, retired_at
                  FROM destinations
                 WHERE wanted_at < now() - interval '1 day'
                   AND NOT EXISTS (SELECT FROM queued WHERE queued.destination = destinations.number)
                   AND NOT EXISTS (SELECT FROM site_traffic
                                    WHERE site_traffic.site = destinations.site AND seen_at > now() - interval '1 day')
                 ORDER BY number
                   FOR UPDATE OF destinations SKIP LOCKED),
            retired AS (
                UPDATE destinations
                   SET retired_at = now()
                  FROM unused
                 WHERE destinations.number = unused.number AND unused.retired_at IS NULL
                RETURNING destinations.number),
            unnamed AS (
                DELETE FROM destination_domains
                 WHERE destination IN (SELECT number FROM retired
                                        UNION ALL
                                       SELECT number FROM destinations WHERE retired_at IS NOT NULL))
            DELETE FROM destinations
             USING unused
             WHERE destinations.number = unused.number AND unused.retired_at < now() - interval '1 hour'
               AND NOT EXISTS (SELECT FROM destination_domains WHERE destination = unused.number)
            """;

    private static final String ASSIGN = """
            WITH assigned AS (
                INSERT INTO destination_domains (domain, destination)
                SELECT $1, number FROM destinations WHERE site = $2
                    ON CONFLICT (domain) DO UPDATE SET destination = excluded.destination
                 WHERE destination_domains.destination <> excluded.destination
                RETURNING destination)
            SELECT number, EXISTS (SELECT FROM assigned) AS changed FROM destinations WHERE site = $2
            """;

    /**
     * Notes the domains that were mailed, each once a day, and deletes some that were not for a month: mail to them has no number of
     * its own again, as that to a new domain.
     */
    private static final String EXPIRE = """
            WITH today AS (SELECT (now() AT TIME ZONE 'UTC')::date AS day),
            used AS (
                UPDATE destination_domains
                   SET used_on = day
                  FROM today
                 WHERE domain = ANY ($1::text[]) AND used_on < day)
            DELETE FROM destination_domains
             WHERE domain = ANY (ARRAY(SELECT domain
                                         FROM destination_domains CROSS JOIN today
                                        WHERE used_on < day - 30 AND NOT domain = ANY ($1::text[])
                                        LIMIT $2
                                          FOR UPDATE OF destination_domains SKIP LOCKED))
            """;

    private static final String SITES = "SELECT number, site, retired_at IS NOT NULL AS retired FROM destinations";

    private static final String DOMAINS = "SELECT domain, destination FROM destination_domains";

    /**
     * Moves the rows of one page of the outbox to the destinations of their domains, and those that go by the relay to the destination
     * of such emails; the way is found once for each content. Rows another statement works on stay where they are, because waiting for
     * them could end in a deadlock with a claim.
     */
    private static final String MOVE = """
            WITH page AS MATERIALIZED (
                SELECT project_id, email_id, destination
                  FROM outbox
                 WHERE (project_id, email_id) > ($1, $2)
                 ORDER BY project_id, email_id
                 LIMIT $3),
            queued AS MATERIALIZED (
                SELECT page.*, email_class, content_id, known.destination AS known
                  FROM page
                  JOIN emails ON emails.project_id = page.project_id AND emails.id = page.email_id
                  LEFT JOIN destination_domains known ON known.domain = split_part(to_email, '@', 2)
                 WHERE $4 OR (page.destination = 0 AND known.destination IS NOT NULL)),
            contents_of_page AS MATERIALIZED (
                SELECT project_id, email_class, content_id, relay_destination(project_id) AS by_relay,
                       CASE WHEN EXISTS (SELECT FROM delivery_choices WHERE delivery_choices.project_id = once.project_id)
                            THEN leaves_direct(project_id, email_class, content_id)
                            ELSE coalesce((SELECT mode FROM delivery_defaults), 'direct') = 'direct' END AS direct
                  FROM (SELECT DISTINCT project_id, email_class, content_id FROM queued) once),
            named AS MATERIALIZED (
                SELECT project_id, email_id, target.destination
                  FROM queued
                  JOIN contents_of_page USING (project_id, email_class, content_id)
                 CROSS JOIN LATERAL (SELECT CASE WHEN NOT direct THEN by_relay
                                                 WHEN queued.destination > 0 THEN queued.destination
                                                 ELSE coalesce(known, 0) END AS destination) target
                 WHERE target.destination <> queued.destination),
            moving AS MATERIALIZED (
                SELECT outbox.project_id, outbox.email_id, named.destination
                  FROM named
                  JOIN outbox ON outbox.project_id = named.project_id AND outbox.email_id = named.email_id
                   FOR UPDATE OF outbox SKIP LOCKED),
            moved AS (
                UPDATE outbox
                   SET destination = moving.destination
                  FROM moving
                 WHERE outbox.project_id = moving.project_id AND outbox.email_id = moving.email_id)
            SELECT project_id, email_id, (SELECT count(*) FROM named) > (SELECT count(*) FROM moving) AS skipped
              FROM page
             ORDER BY project_id DESC, email_id DESC
             LIMIT 1
            """;

    /** The last row of a page. */
    record RowCursor(UUID project, UUID email) {

        /** The place before all rows. */
        static final RowCursor START = new RowCursor(new UUID(0, 0), new UUID(0, 0));
    }

    /**
     * A page whose rows were moved.
     *
     * @param last its last row
     * @param skipped whether rows of it stayed where they are, because another statement worked on them
     */
    record MovedPage(RowCursor last, boolean skipped) {}

    /**
     * The number of the site of a domain.
     *
     * @param changed whether the domain had another one, or none
     */
    record AssignedNumber(short number, boolean changed) {}

    /**
     * A site with a number.
     *
     * @param retired whether no domain has the number any more
     */
    record NumberedSite(short number, String site, boolean retired) {}

    /**
     * Gives a site a number, unless it has one. Completes with false when it has none, because none is free.
     *
     * @param max the largest number
     */
    Future<Boolean> number(SqlClient db, String site, int max) {
        return db.preparedQuery(NUMBER).execute(Tuple.of(site, max)).map(rows -> rows.size() > 0);
    }

    /** Retires numbers that are of no use, and deletes those that were retired an hour ago. */
    Future<Void> release(SqlClient db) {
        return db.query(RELEASE).execute().mapEmpty();
    }

    /**
     * Notes that the domains were used today, and deletes domains that were not used for a month; completes with the number of the
     * deleted ones.
     *
     * @param used the domains to which emails started
     * @param max the most that are deleted
     */
    Future<Integer> expireDomains(SqlClient db, Collection<String> used, int max) {
        return db.preparedQuery(EXPIRE)
                .execute(Tuple.of(used.toArray(String[]::new), max))
                .map(SqlResult::rowCount);
    }

    /** Completes with the number of the domain now; empty when the site has no number any more. */
    Future<Optional<AssignedNumber>> assign(SqlClient db, String domain, String site) {
        return db.preparedQuery(ASSIGN)
                .mapping(row -> new AssignedNumber(row.getShort("number"), row.getBoolean("changed")))
                .execute(Tuple.of(domain, site))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false).findFirst());
    }

    /** Completes with all sites that have a number, retired ones included: at most a thousand. */
    Future<List<NumberedSite>> sites(SqlClient db) {
        return db.query(SITES)
                .mapping(row ->
                        new NumberedSite(row.getShort("number"), row.getString("site"), row.getBoolean("retired")))
                .execute()
                .map(rows -> StreamSupport.stream(rows.spliterator(), false).toList());
    }

    /** Reads the whole table: some 100,000 rows where so many domains share the hosts of large providers. */
    Future<Map<String, Short>> domains(SqlClient db) {
        return db.query(DOMAINS).execute().map(rows -> {
            var domainToNumber = new HashMap<String, Short>();
            rows.forEach(row -> domainToNumber.put(row.getString("domain"), row.getShort("destination")));
            return domainToNumber;
        });
    }

    /**
     * Completes with the page; empty when there was none.
     *
     * @param all whether rows that have a destination, or none that is known, may move too
     */
    Future<Optional<MovedPage>> move(SqlClient db, RowCursor after, int limit, boolean all) {
        return db.preparedQuery(MOVE)
                .mapping(row -> new MovedPage(
                        new RowCursor(row.getUUID("project_id"), row.getUUID("email_id")), row.getBoolean("skipped")))
                .execute(Tuple.of(after.project(), after.email(), limit, all))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false).findFirst());
    }
}
